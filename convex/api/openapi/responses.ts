/** The headers and failures of responses, each described once. */
import type { ErrorCode } from "../errors";
import type { Route } from "../route";

export const HEADERS = {
  "X-Request-Id": {
    description: "The request's id, under which the service's log has its line.",
    required: true,
    schema: { type: "string", minLength: 1 },
  },
  "RateLimit-Limit": {
    description:
      "Requests of this class that a caller may make in a minute. Absent where the class is not limited or the request was not counted.",
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Remaining": {
    description: "Requests left in the current minute.",
    schema: { type: "integer", minimum: 0 },
  },
  "RateLimit-Reset": {
    description: "Seconds until the next minute begins.",
    schema: { type: "integer", minimum: 1, maximum: 60 },
  },
  "Retry-After": {
    description: "Whole seconds to wait before another try.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": {
    description: "The scheme that the path requires.",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
  ETag: {
    description: "The version of what was read or written, in quotation marks: a value for If-Match.",
    required: true,
    schema: { type: "string", pattern: '^"[0-9]+"$' },
  },
  Allow: {
    description: "The methods of the path.",
    required: true,
    schema: { type: "string", examples: ["GET, HEAD, OPTIONS", "POST, OPTIONS"] },
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

/** The headers of every response of an operation. */
const COMMON = ["X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;

/** References to the common headers and to these. */
export function headersWith(more: readonly HeaderName[] = []): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...COMMON, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

export interface Failure {
  readonly status: number;
  readonly description: string;
  /** Where it is not that of the status. */
  readonly code?: ErrorCode;
  /** Beyond those of every response. */
  readonly headers?: readonly HeaderName[];
}

export const FAILURES = {
  Invalid: {
    status: 400,
    description:
      "The body or the query breaks a rule: malformed JSON, a missing or unknown field, a wrong type, a value out of range, an unknown or repeated query parameter. `error` names the field and the rule, and quotes at most 100 characters of what was received, with `[hidden]` for what looks like a token.",
  },
  Unauthorized: {
    status: 401,
    description: "The bearer token is missing, malformed or wrong, or a right one of another class.",
    headers: ["WWW-Authenticate"],
  },
  Forbidden: {
    status: 403,
    code: "FORBIDDEN_ORIGIN",
    description:
      "A page of an origin that is neither the service's own nor allowed asked for what such pages may not: a write, the event stream, MCP. Or `Host` is a name that the service does not answer to; then the code is `FORBIDDEN_HOST`.",
  },
  NotFound: { status: 404, description: "The path is unknown, or an id names nothing." },
  WrongMethod: {
    status: 405,
    description: "The path is known, but not for this method; `Allow` names the right ones.",
    headers: ["Allow"],
  },
  TickInProgress: {
    status: 409,
    description: "A tick is already running; only one runs at a time.",
    headers: ["Retry-After"],
  },
  InTheWay: {
    status: 409,
    code: "VALIDATION_ERROR",
    description: "A later change, which `error` names, stands in the way, so nothing was undone.",
  },
  WrongVersion: {
    status: 412,
    description: "If-Match names another version than the current one, so nothing was written.",
  },
  BodyTooLarge: {
    status: 413,
    description: "The body has more than 1 MiB, counted while it is read.",
  },
  NotJson: {
    status: 415,
    description: "The body's Content-Type is not JSON in UTF-8, or it has a Content-Encoding.",
  },
  KeyReused: {
    status: 422,
    description: "The Idempotency-Key was used within the last 24 hours with another body.",
  },
  RateLimited: {
    status: 429,
    description: "The caller has sent too many requests of this class within the current minute.",
    headers: ["Retry-After"],
  },
  Unforeseen: {
    status: 500,
    description:
      "An unexpected error. `error` names the request's id, under which the service's log has the cause.",
  },
  ProviderFailed: {
    status: 502,
    description:
      "The model provider failed, timed out, or gave two unusable answers. Nothing was changed, and new events wait for another try.",
  },
  Busy: {
    status: 503,
    description:
      "Too many writes at once, or work of the same kind or with the same Idempotency-Key has been running for minutes. Work that is done stays done; the request can be sent again.",
    headers: ["Retry-After"],
  },
  StorageFull: {
    status: 507,
    description:
      "The storage is full, so nothing was written. The request can be sent again once there is room; reads go on.",
  },
} as const satisfies Readonly<Record<string, Failure>>;

export type FailureName = keyof typeof FAILURES;

/** The failures of a route, by status. */
export function failuresOf(route: Route): FailureName[] {
  const names: FailureName[] = [
    "Invalid",
    "Forbidden",
    "RateLimited",
    "Unforeseen",
    "Busy",
    ...(route.auth === "none" ? [] : (["Unauthorized"] as const)),
    ...(route.method === "GET" ? [] : (["BodyTooLarge", "NotJson", "StorageFull"] as const)),
    ...(route.path.includes("{id}") ? (["NotFound"] as const) : []),
    ...(takesVersion(route) ? (["WrongVersion"] as const) : []),
    ...(takesKey(route) ? (["KeyReused"] as const) : []),
    ...(route.documentation.failures ?? []),
  ];
  return [...new Set(names)].sort((a, b) => FAILURES[a].status - FAILURES[b].status);
}

/** Whether the route reads an Idempotency-Key. */
export function takesKey({ method, class: rateClass, auth }: Route): boolean {
  return method !== "GET" && rateClass !== "tick" && auth !== "none";
}

/** Whether the route reads If-Match. */
export function takesVersion({ method, documentation }: Route): boolean {
  return method !== "GET" && documentation.versioned === true;
}
