/** The catalogue of errors for callers: one factory each, with status and code. */
import { isWriteConflict } from "../lib/writeConflict";
import { quote } from "../lib/redact";

export const ERROR_CODES = [
  "UNAUTHORIZED",
  "RATE_LIMITED",
  "NOT_FOUND",
  "VALIDATION_ERROR",
  "INTERNAL_ERROR",
  "TICK_IN_PROGRESS",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What an error's message may draw on: only the envelope knows it. */
export interface RenderContext {
  readonly requestId: string;
  /** The configured secrets, which no message may quote. */
  readonly secrets: readonly string[];
}

type Message = string | ((context: RenderContext) => string);

interface Details {
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An error of the catalogue. Thrown below the envelope and rendered by it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly #message: Message;

  constructor(status: number, code: ErrorCode, message: Message, details: Details = {}) {
    super(`${status} ${code}`, { cause: details.cause });
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.headers = details.headers ?? {};
    this.#message = message;
  }

  /** The message for the caller. */
  render(context: RenderContext): string {
    return typeof this.#message === "string" ? this.#message : this.#message(context);
  }
}

/** A field broke a rule. `received` is left out where quoting it would explain nothing, or reveal too much. */
export function invalid(field: string, rule: string, ...received: [unknown?]): ApiError {
  return new ApiError(400, "VALIDATION_ERROR", ({ secrets }) =>
    received.length === 0
      ? `${field}: ${rule}`
      : `${field}: ${rule}; received ${quote(received[0], secrets)}`,
  );
}

/** As `invalid`, for a field name from the request: one that no endpoint can have is quoted. */
export function invalidField(field: string, rule: string): ApiError {
  return new ApiError(400, "VALIDATION_ERROR", ({ secrets }) => {
    const quoted = quote(field, secrets);
    const isName = quoted === `"${field}"` && /^[A-Za-z]{1,40}$/.test(field);
    return `${isName ? field : quoted}: ${rule}`;
  });
}

/** A field or query parameter that the endpoint does not have. */
export function unknownField(kind: "field" | "query parameter", name: string): ApiError {
  return new ApiError(400, "VALIDATION_ERROR", ({ secrets }) => `unknown ${kind} ${quote(name, secrets)}`);
}

export function bodyTooLarge(mostBytes: number): ApiError {
  return new ApiError(413, "VALIDATION_ERROR", `body: must have at most ${mostBytes} bytes`);
}

export function unsupportedMediaType(contentType: string | null): ApiError {
  return new ApiError(
    415,
    "VALIDATION_ERROR",
    ({ secrets }) =>
      `Content-Type: must be application/json in UTF-8; received ${contentType === null ? "none" : quote(contentType, secrets)}`,
  );
}

export function unsupportedEncoding(contentEncoding: string): ApiError {
  return new ApiError(
    415,
    "VALIDATION_ERROR",
    ({ secrets }) => `Content-Encoding: must be left out; received ${quote(contentEncoding, secrets)}`,
  );
}

export function keyReused(): ApiError {
  return new ApiError(
    422,
    "VALIDATION_ERROR",
    "Idempotency-Key: was used within the last 24 hours with another body",
  );
}

export function keyInUse(): ApiError {
  return new ApiError(503, "INTERNAL_ERROR", "the first request with this Idempotency-Key is still running", {
    headers: retryAfter(10_000),
  });
}

export function consolidationRunning(): ApiError {
  return new ApiError(503, "INTERNAL_ERROR", "another consolidation is still running", {
    headers: retryAfter(10_000),
  });
}

export function unauthorized(tokenClass: "write" | "tick"): ApiError {
  return new ApiError(
    401,
    "UNAUTHORIZED",
    `Authorization: must be "Bearer" and a valid token of the ${tokenClass} class`,
    { headers: { "WWW-Authenticate": "Bearer" } },
  );
}

export function unknownId(what: string, id: string): ApiError {
  return new ApiError(404, "NOT_FOUND", ({ secrets }) => `no ${what} has the id ${quote(id, secrets)}`);
}

export function unknownPath(path: string): ApiError {
  return new ApiError(404, "NOT_FOUND", ({ secrets }) => `unknown path ${quote(path, secrets)}`);
}

export function wrongMethod(method: string, allowed: readonly string[]): ApiError {
  const allow = allowed.join(", ");
  return new ApiError(
    405,
    "NOT_FOUND",
    ({ secrets }) => `method: must be one of ${allow}; received ${quote(method, secrets)}`,
    { headers: { Allow: allow } },
  );
}

export function tickInProgress(retryAfterMs: number): ApiError {
  return new ApiError(409, "TICK_IN_PROGRESS", "a tick is already running", {
    headers: retryAfter(retryAfterMs),
  });
}

export function rateLimited(limit: number, resetMs: number): ApiError {
  return new ApiError(
    429,
    "RATE_LIMITED",
    `more than ${limit} requests of this class within a minute; try again in ${wholeSeconds(resetMs)} s`,
    { headers: retryAfter(resetMs) },
  );
}

export function providerFailed(reason: string): ApiError {
  return new ApiError(502, "INTERNAL_ERROR", internal("the model provider failed"), { cause: reason });
}

export function writeConflict(cause: unknown): ApiError {
  return new ApiError(503, "INTERNAL_ERROR", internal("too many writes at once, try again"), {
    headers: retryAfter(1000),
    cause,
  });
}

export function internalError(cause: unknown): ApiError {
  return new ApiError(500, "INTERNAL_ERROR", internal("something went wrong"), { cause });
}

/** Whole seconds, at least 1, for HTTP's headers. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** The catalogue's error for any thrown value. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return isWriteConflict(thrown) ? writeConflict(thrown) : internalError(thrown);
}

function internal(what: string) {
  return ({ requestId }: RenderContext) => `${what} (request ${requestId})`;
}

function retryAfter(ms: number): Record<string, string> {
  return { "Retry-After": String(wholeSeconds(ms)) };
}
