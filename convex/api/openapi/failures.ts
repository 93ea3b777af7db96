/** The refusals that operations can answer with, each described once: the catalogue of errors, for readers. */
import type { ErrorCode } from "../errors";
import type { Route } from "../route";
import type { HeaderName } from "./headers";

export interface Failure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly description: string;
  /** Beyond the headers of every response. */
  readonly headers: readonly HeaderName[];
}

export const FAILURES = {
  Invalid: {
    status: 400,
    code: "VALIDATION_ERROR",
    description:
      "The body or the query breaks a rule: malformed JSON, a missing or unknown field, a wrong type, a value out of range, an unknown or repeated query parameter. `error` names the field and the rule, and quotes at most 100 characters of what was received, with `[hidden]` for what looks like a token.",
    headers: [],
  },
  Unauthorized: {
    status: 401,
    code: "UNAUTHORIZED",
    description: "The bearer token is missing, malformed or wrong, or a right one of the other class.",
    headers: ["WWW-Authenticate"],
  },
  NotFound: {
    status: 404,
    code: "NOT_FOUND",
    description: "The path is unknown, or an id names nothing.",
    headers: [],
  },
  WrongMethod: {
    status: 405,
    code: "NOT_FOUND",
    description: "The path is known, but not for this method; `Allow` names the right ones.",
    headers: ["Allow"],
  },
  TickInProgress: {
    status: 409,
    code: "TICK_IN_PROGRESS",
    description: "A tick is already running; only one runs at a time.",
    headers: ["Retry-After"],
  },
  BodyTooLarge: {
    status: 413,
    code: "VALIDATION_ERROR",
    description: "The body has more than 1 MiB, counted while it is read.",
    headers: [],
  },
  NotJson: {
    status: 415,
    code: "VALIDATION_ERROR",
    description: "There is a body, and its Content-Type is not JSON in UTF-8, or it has a Content-Encoding.",
    headers: [],
  },
  KeyReused: {
    status: 422,
    code: "VALIDATION_ERROR",
    description: "The Idempotency-Key was used within the last 24 hours with another body.",
    headers: [],
  },
  RateLimited: {
    status: 429,
    code: "RATE_LIMITED",
    description: "The caller has made too many requests of this class within the clock's present minute.",
    headers: ["Retry-After"],
  },
  Unforeseen: {
    status: 500,
    code: "INTERNAL_ERROR",
    description:
      "Something went wrong that nobody foresaw. `error` names the request's id, under which the service's log holds the cause.",
    headers: [],
  },
  ProviderFailed: {
    status: 502,
    code: "INTERNAL_ERROR",
    description:
      "The model provider failed, timed out, or answered nonsense twice. Nothing was changed, and the events that came in wait for another try.",
    headers: [],
  },
  Busy: {
    status: 503,
    code: "INTERNAL_ERROR",
    description:
      "Too many writes came at once, or work of the same kind, or under the same Idempotency-Key, has been under way for minutes. What is done stays done; the request can be sent again.",
    headers: ["Retry-After"],
  },
} as const satisfies Readonly<Record<string, Failure>>;

export type FailureName = keyof typeof FAILURES;

/** Everything that can go wrong at a route, by status. */
export function failuresOf(route: Route): FailureName[] {
  const names: FailureName[] = [
    "Invalid",
    "RateLimited",
    "Unforeseen",
    "Busy",
    ...(route.auth === "none" ? [] : (["Unauthorized"] as const)),
    ...(route.method === "POST" ? (["BodyTooLarge", "NotJson"] as const) : []),
    ...(takesKey(route) ? (["KeyReused"] as const) : []),
    ...(route.documentation.failures ?? []),
  ];
  return [...new Set(names)].sort((a, b) => FAILURES[a].status - FAILURES[b].status);
}

/** Whether the route reads an Idempotency-Key: where there is work to repeat, and a caller to tell from others. */
export function takesKey({ method, class: rateClass, auth }: Route): boolean {
  return method === "POST" && rateClass !== "tick" && auth !== "none";
}
