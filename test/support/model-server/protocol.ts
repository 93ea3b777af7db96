/** What a test and the model server say to each other. */

export type Route = "chat" | "embeddings" | "models";

export const ROUTES: { readonly [path: string]: { readonly method: string; readonly route: Route } } = {
  "/v1/chat/completions": { method: "POST", route: "chat" },
  "/v1/embeddings": { method: "POST", route: "embeddings" },
  "/v1/models": { method: "GET", route: "models" },
};

/** Which requests a fault takes, and how many of them. */
export interface Scope {
  /** Default: chat. */
  readonly on?: Route;
  /** Requests until the fault is used up. Default: until the faults are set anew. */
  readonly times?: number;
  /** Only requests whose body holds this text. */
  readonly containing?: string;
}

/** What the server does instead of its own good answer. */
export type Effect =
  /** Answers well: a place holder in a row of faults. */
  | { readonly kind: "healthy" }
  /** Waits, then does what the next fitting fault says. */
  | { readonly kind: "delay"; readonly ms: number }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: { readonly [name: string]: string };
    }
  /** Closes the connection in the middle of the body. */
  | { readonly kind: "hang-up" }
  /** A complete response whose JSON is cut in half. */
  | { readonly kind: "truncated" }
  /** The message is this text; `finish` is its finish_reason. */
  | { readonly kind: "says"; readonly text: string; readonly finish?: string }
  /** The message is this object. */
  | { readonly kind: "answers"; readonly value: object }
  /** The message is the generated object with these fields over it. */
  | { readonly kind: "fills"; readonly value: object }
  /** The right object, in a code fence between two sentences. */
  | { readonly kind: "fenced" }
  | { readonly kind: "wrong-schema" }
  /** The right object with every number far outside any range. */
  | { readonly kind: "wrong-numbers" }
  | { readonly kind: "refusal" }
  /** 400 for requests that ask for one of these response formats; other requests pass to the next fault. */
  | { readonly kind: "refuse-format"; readonly formats: readonly ("json_schema" | "json_object")[] }
  | { readonly kind: "no-choices" }
  /** Vectors as another model would make them, of the same width. */
  | { readonly kind: "other-vectors" }
  /** A completion with a message of this many bytes. */
  | { readonly kind: "huge"; readonly bytes: number }
  /** The right response, one byte each `ms` milliseconds. */
  | { readonly kind: "drip"; readonly ms: number };

export type Fault = Scope & Effect;

/** How the server and its caller parted; `abandoned` is a caller that left before the answer was whole. */
export type End = "answered" | "hung-up" | "abandoned";

/** A request as it arrived. */
export interface ModelCall {
  readonly route: Route;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly headers: { readonly [name: string]: string };
  /** The body's text; `""` for a GET. */
  readonly text: string;
  /** Null while the answer is under way. */
  readonly end: End | null;
}

/** Which calls a test asks about. */
export interface CallFilter {
  readonly route?: Route;
  readonly containing?: string;
  readonly end?: End;
}

export function matches(call: ModelCall, filter: CallFilter): boolean {
  return (
    (filter.route === undefined || call.route === filter.route) &&
    (filter.containing === undefined || call.text.includes(filter.containing)) &&
    (filter.end === undefined || call.end === filter.end)
  );
}
