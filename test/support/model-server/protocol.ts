/** The protocol between tests and the model server. */

export type Route = "chat" | "embeddings" | "models";

export const ROUTES: { readonly [path: string]: { readonly method: string; readonly route: Route } } = {
  "/v1/chat/completions": { method: "POST", route: "chat" },
  "/v1/embeddings": { method: "POST", route: "embeddings" },
  "/v1/models": { method: "GET", route: "models" },
};

/** Characters of models: model-server/roles.ts. */
export type Role =
  | "strong"
  | "lazy"
  | "liar"
  | "flatterer"
  | "doom"
  | "parrot"
  | "out-of-range"
  | "gossip"
  | "obedient";

/** What a strong model says, by the texts of events. */
export interface Script {
  readonly replies?: { readonly [note: string]: string };
  /** Local times such as "2026-10-12T18:00" of which notes ask to be reminded. */
  readonly reminders?: { readonly [note: string]: string };
  /** The texts of which it makes alerts. */
  readonly alarms?: readonly string[];
}

/** How an answer is streamed: in pieces of so many UTF-16 units, cut anywhere. */
export interface Pace {
  readonly units: number;
  /** Between two pieces. */
  readonly ms?: number;
  /** Waits for `resume` once it has sent the answer up to the end of each of these texts. */
  readonly holdAfter?: readonly string[];
  /** At the first such place: closes the connection, or ends the stream as if all was said. */
  readonly then?: "hang-up" | "end";
}

/** The requests that a fault applies to. */
export interface Scope {
  /** Default: chat. */
  readonly on?: Route;
  /** How many requests it applies to. Default: all until the faults are replaced. */
  readonly times?: number;
  /** Only requests whose body contains this text. */
  readonly containing?: string;
}

/** The server's behaviour instead of a healthy response. */
export type Effect =
  /** A healthy response, as a placeholder in a list of faults. */
  | { readonly kind: "healthy" }
  /** Waits, then applies the next matching fault. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Streams as `pace` says where it is asked to, and applies the next matching fault to what it says. */
  | ({ readonly kind: "pace" } & Pace)
  /** Answers as if no stream had been asked for. */
  | { readonly kind: "whole" }
  /** Refuses requests that have this field. Other requests get the next fault. */
  | {
      readonly kind: "refuse-field";
      readonly field: string;
      readonly status?: number;
      /** The message; default: one that says nothing. */
      readonly message?: string;
    }
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
  /** The message is the generated object with these fields replaced. */
  | { readonly kind: "fills"; readonly value: object }
  /** The tick's answer of a model of this character; `script`: what the strong one says. */
  | ({ readonly kind: "plays"; readonly role: Role } & Script)
  /** The correct object, in a code fence between two sentences. */
  | { readonly kind: "fenced" }
  | { readonly kind: "wrong-schema" }
  /** The correct object with every number far outside any range. */
  | { readonly kind: "wrong-numbers" }
  | { readonly kind: "refusal" }
  /** 400 for requests with one of these response formats. Other requests get the next fault. */
  | { readonly kind: "refuse-format"; readonly formats: readonly ("json_schema" | "json_object")[] }
  | { readonly kind: "no-choices" }
  /** Vectors of a different model with the same width. */
  | { readonly kind: "other-vectors" }
  /** Vectors of this width. */
  | { readonly kind: "vectors-of-width"; readonly width: number }
  /** A completion with a message of this many bytes. */
  | { readonly kind: "huge"; readonly bytes: number }
  /** The correct response, one byte each `ms` milliseconds. */
  | { readonly kind: "drip"; readonly ms: number };

export type Fault = Scope & Effect;

/** The end of a request; `abandoned`: the caller disconnected before the response was complete. */
export type End = "answered" | "hung-up" | "abandoned";

/** A recorded request. */
export interface ModelCall {
  readonly route: Route;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly headers: { readonly [name: string]: string };
  /** The body's text; `""` for a GET. */
  readonly text: string;
  /** Null until the request has ended. */
  readonly end: End | null;
}

/** Selects recorded calls. */
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
