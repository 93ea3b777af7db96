/** Why a provider gave no answer, in words that are safe to log and show: without keys and prompts. */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { retryAfterMs } from "./retry";
import { messageIn, TOO_LONG } from "./providerMessage";

export type Cause = "unreachable" | "timeout" | "refused" | "malformed" | "aborted";

export interface Failure {
  readonly cause: Cause;
  /** One line. */
  readonly reason: string;
  /** Whether the same call may succeed a little later. */
  readonly transient: boolean;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  /** The response's body. May quote the key and the prompt, so it must not be shown. */
  readonly body: string;
  /** Whether the provider blames the response format. */
  readonly blamesFormat: boolean;
}

export interface ReceivedResponse {
  readonly body: string;
  /** The final address without its query; null where there was no redirect. */
  readonly redirectedTo: string | null;
}

/** The prefix of the provider's environment variables. */
export type Role = "LLM" | "EMBEDDING";

/** A stream of which the end is missing. */
export class BrokenStream extends Error {
  constructor() {
    super("The stream ended before the answer did.");
    this.name = "BrokenStream";
  }
}

export class ResponseTooLarge extends Error {
  constructor(bytes: number) {
    super(`The response is longer than ${bytes} bytes.`);
    this.name = "ResponseTooLarge";
  }
}

// Words of a refused format. Its exact names also identify servers that answer 500 to a format (llama-cpp-python).
const HINTS_AT_FORMAT = /response[_ ]?format|json|schema|grammar|structured|guided|requested parameters/i;
const NAMES_FORMAT = /response_format|json_schema|json_object/;
const BLAMING_STATUS = new Set([400, 404, 422]);

const PASSING_STATUS = new Set([408, 409, 429]);

/** A failure that is not transient, unless `more` says so. */
export function failure(cause: Cause, reason: string, more: Partial<Failure> = {}): Failure {
  const unknown = { transient: false, retryAfterMs: null, status: null, body: "", blamesFormat: false };
  return { cause, reason, ...unknown, ...more };
}

/**
 * Classifies an error of the `openai` client.
 * @throws the error itself where it is a bug of ours and no failure of the provider
 */
export function failureOf(thrown: unknown, response: ReceivedResponse, role: Role, now: number): Failure {
  const transient = { transient: true };
  if (thrown instanceof APIConnectionTimeoutError)
    return failure("timeout", "the connection to the provider timed out", transient);
  if (thrown instanceof APIConnectionError && thrown.cause instanceof ResponseTooLarge)
    return failure("malformed", "the provider's response was too large");
  if (thrown instanceof APIConnectionError)
    return thrown.cause instanceof BrokenStream
      ? failure("malformed", "the provider's answer broke off", transient)
      : failure("unreachable", `the provider could not be reached${systemCode(thrown.cause)}`, transient);
  // The client lets the error of JSON.parse through.
  if (thrown instanceof SyntaxError)
    return failure("malformed", "the provider's response was not JSON", transient);
  if (thrown instanceof APIError && thrown.status !== undefined)
    return statusFailure(thrown, thrown.status, response, role, now);
  throw thrown;
}

function statusFailure(
  thrown: APIError,
  status: number,
  response: ReceivedResponse,
  role: Role,
  now: number,
): Failure {
  const { body } = response;
  const blamesFormat =
    (BLAMING_STATUS.has(status) && HINTS_AT_FORMAT.test(body)) ||
    ((status === 500 || status === 501) && NAMES_FORMAT.test(body));
  // An exhausted quota comes back as 429, but no retry within a tick refills it.
  const transient =
    (PASSING_STATUS.has(status) && thrown.code !== "insufficient_quota") ||
    (status >= 500 && status !== 501 && !blamesFormat);
  const cause = (status >= 500 && status !== 501) || status === 408 ? "unreachable" : "refused";
  const waitMs = thrown.headers === undefined ? null : retryAfterMs(thrown.headers, now);
  const details = { transient, status, body, retryAfterMs: waitMs, blamesFormat };
  return failure(cause, reasonOf(status, thrown.code, response, role), details);
}

const BAD_KEY =
  /\b(invalid|incorrect|wrong|not valid)\b.{0,20}\bapi[ _-]?key|\bapi[ _-]?key\b.{0,20}\b(invalid|incorrect|wrong|not valid)\b/i;

/** What the provider answered and, where known, how to fix it. */
function reasonOf(
  status: number,
  code: unknown,
  { body, redirectedTo }: ReceivedResponse,
  role: Role,
): string {
  if (redirectedTo !== null)
    return `the provider answered ${status}, having redirected to ${redirectedTo}: check ${role}_BASE_URL`;
  const message = messageIn(body);
  if (status === 401 || (status === 400 && BAD_KEY.test(message)))
    return `the key was refused (${status}): check ${role}_API_KEY`;
  if (status === 403) return `access was refused (403): check ${role}_API_KEY and ${role}_MODEL`;
  if (status === 404) return `no such model or address (404): check ${role}_BASE_URL and ${role}_MODEL`;
  if (role === "LLM" && (status === 400 || status === 413 || status === 422) && TOO_LONG.test(message))
    return `the prompt is too long for this model (${status})`;
  return `the provider answered ${status}${errorCode(code)}`;
}

/** A provider's error code: lower-case words only, so it is neither a key nor a sentence. */
function errorCode(code: unknown): string {
  return typeof code === "string" && code.length <= 40 && /^[a-z]+(_[a-z]+)+$/.test(code) ? ` (${code})` : "";
}

/** The system's error code, such as ECONNREFUSED, from the first cause that has one. */
function systemCode(cause: unknown): string {
  for (let error = cause, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth += 1) {
    if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z_]{1,30}$/.test(error.code)) {
      return ` (${error.code})`;
    }
  }
  return "";
}
