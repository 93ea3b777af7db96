/** The catalogue of errors for callers: one factory each, with status and code. */
import { isStorageFull } from "../lib/storageFull";
import { isWriteConflict } from "../lib/writeConflict";
import type { Auth } from "./caller";

export const ERROR_CODES = [
  "UNAUTHORIZED",
  "FORBIDDEN_ORIGIN",
  "FORBIDDEN_HOST",
  "RATE_LIMITED",
  "NOT_FOUND",
  "VALIDATION_ERROR",
  "INTERNAL_ERROR",
  "TICK_IN_PROGRESS",
  "STORAGE_FULL",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The error code of a status. */
export function codeOf(status: number): ErrorCode {
  return CODES.get(status) ?? (status >= 500 ? "INTERNAL_ERROR" : "VALIDATION_ERROR");
}

const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [401, "UNAUTHORIZED"],
  [404, "NOT_FOUND"],
  [405, "NOT_FOUND"],
  [409, "TICK_IN_PROGRESS"],
  [429, "RATE_LIMITED"],
  // The host's answer to an unknown Transfer-Encoding, which is the caller's error.
  [501, "VALIDATION_ERROR"],
  [507, "STORAGE_FULL"],
]);

/** What a message needs from the request. */
export interface RenderContext {
  readonly requestId: string;
  /** Quotes a received value without secrets (lib/redact). */
  readonly quote: (received: unknown) => string;
}

type Message = string | ((context: RenderContext) => string);

interface Details {
  /** Where it is not that of the status. */
  readonly code?: ErrorCode;
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

  constructor(status: number, message: Message, details: Details = {}) {
    const code = details.code ?? codeOf(status);
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
  return new ApiError(400, ({ quote }) =>
    received.length === 0 ? `${field}: ${rule}` : `${field}: ${rule}; received ${quote(received[0])}`,
  );
}

/** As `invalid`, for a field name from the request: one that no endpoint can have is quoted. */
export function invalidField(field: string, rule: string): ApiError {
  return new ApiError(400, ({ quote }) => {
    const quoted = quote(field);
    const isName = quoted === `"${field}"` && /^[A-Za-z]{1,40}$/.test(field);
    return `${isName ? field : quoted}: ${rule}`;
  });
}

/** A field or query parameter that the endpoint does not have. */
export function unknownField(kind: "field" | "query parameter", name: string): ApiError {
  return new ApiError(400, ({ quote }) => `unknown ${kind} ${quote(name)}`);
}

export function bodyTooLarge(mostBytes: number): ApiError {
  return new ApiError(413, `body: must have at most ${mostBytes} bytes`);
}

export function unsupportedMediaType(contentType: string | null): ApiError {
  return new ApiError(
    415,
    ({ quote }) =>
      `Content-Type: must be application/json in UTF-8; received ${contentType === null ? "none" : quote(contentType)}`,
  );
}

export function unsupportedEncoding(contentEncoding: string): ApiError {
  return new ApiError(
    415,
    ({ quote }) => `Content-Encoding: must be left out; received ${quote(contentEncoding)}`,
  );
}

export function keyReused(): ApiError {
  return new ApiError(422, "Idempotency-Key: was used within the last 24 hours with another body");
}

export function keyInUse(): ApiError {
  return underWay("the first request with this Idempotency-Key is still running", 10_000);
}

export function consolidationRunning(): ApiError {
  return underWay("another consolidation is still running", 10_000);
}

export function importRunning(): ApiError {
  return underWay("another import, or the undo of a consolidation, is still running", 5_000);
}

export function undoRunning(): ApiError {
  return underWay("the undo is still running; it goes on by itself", 10_000);
}

/** A later change stands in the way of an undo. */
export function laterChange(sentence: string): ApiError {
  return new ApiError(409, `nothing was undone: ${sentence}`, { code: "VALIDATION_ERROR" });
}

export function planUnfinished(): ApiError {
  return underWay("the plan is still being made; GET /erasures/{id} says when it is ready", 5_000);
}

/** The cursor names no export that is open. */
export function exportEnded(): ApiError {
  return new ApiError(
    400,
    "cursor: its export has ended, because another one began or nobody read on for ten minutes; begin anew without a cursor",
  );
}

export function unauthorized(auth: Auth): ApiError {
  const wanted = auth === "read" ? "a valid token" : `a valid token of the ${auth} class`;
  return new ApiError(401, `Authorization: must be "Bearer" and ${wanted}`, {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

/** A page of another origin may not do this. */
export function forbiddenOrigin(): ApiError {
  return new ApiError(
    403,
    "Origin: pages of this origin may not use the service; CORS_ORIGIN lists those that may",
    { code: "FORBIDDEN_ORIGIN" },
  );
}

/** The service is not known by this name. */
export function forbiddenHost(): ApiError {
  return new ApiError(
    403,
    "Host: the service does not answer to this name; ALLOWED_HOSTS lists those that it answers to besides localhost",
    { code: "FORBIDDEN_HOST" },
  );
}

export function unknownId(what: string, id: string): ApiError {
  return new ApiError(404, ({ quote }) => `no ${what} has the id ${quote(id)}`);
}

/** The `version` of If-Match is not the one that `what` has. */
export function wrongVersion(what: string, version: number): ApiError {
  return new ApiError(412, `If-Match: the ${what} has version ${version} now; read it again and decide anew`);
}

export function unknownPath(path: string): ApiError {
  return new ApiError(404, ({ quote }) => `unknown path ${quote(path)}`);
}

export function wrongMethod(method: string, allowed: readonly string[]): ApiError {
  const allow = allowed.join(", ");
  return new ApiError(405, ({ quote }) => `method: must be one of ${allow}; received ${quote(method)}`, {
    headers: { Allow: allow },
  });
}

export function tickInProgress(retryAfterMs: number): ApiError {
  return new ApiError(409, "a tick is already running", { headers: retryAfter(retryAfterMs) });
}

export function rateLimited(limit: number, resetMs: number): ApiError {
  return new ApiError(
    429,
    `more than ${limit} requests of this class within a minute; try again in ${wholeSeconds(resetMs)} s`,
    { headers: retryAfter(resetMs) },
  );
}

export function providerFailed(reason: string): ApiError {
  return new ApiError(502, internal("the model provider failed"), { cause: reason });
}

export function writeConflict(cause: unknown): ApiError {
  return new ApiError(503, internal("too many writes at once, try again"), {
    headers: retryAfter(1000),
    cause,
  });
}

export function storageFull(cause: unknown): ApiError {
  return new ApiError(
    507,
    "the storage is full, so nothing was written; free some space and send the request again",
    { cause },
  );
}

/** The machine's clock is in doubt, for a reason that says what to do. */
export function clockDoubted(reason: string): ApiError {
  return new ApiError(503, `no tick runs: ${reason}`, { headers: retryAfter(60_000) });
}

export function internalError(cause: unknown): ApiError {
  // The log tells a fault by its cause, and anything can be thrown.
  return new ApiError(500, internal("something went wrong"), { cause: cause ?? String(cause) });
}

/** Whole seconds, at least 1, for HTTP's headers. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** The catalogue's error for any thrown value. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isStorageFull(thrown)) return storageFull(thrown);
  return isWriteConflict(thrown) ? writeConflict(thrown) : internalError(thrown);
}

function internal(what: string) {
  return ({ requestId }: RenderContext) => `${what} (request ${requestId})`;
}

/** Only one work of its kind runs at a time, or this request did not wait for its end. */
function underWay(message: string, retryAfterMs: number): ApiError {
  return new ApiError(503, message, { headers: retryAfter(retryAfterMs) });
}

function retryAfter(ms: number): Record<string, string> {
  return { "Retry-After": String(wholeSeconds(ms)) };
}
