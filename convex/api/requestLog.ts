/**
 * The service's log of requests: one line each, a JSON object of our own facts. Nothing that a caller wrote is in it:
 * no query, no body, no header, no address, no token, and of the path only which route it was.
 */
import type { ApiError, ErrorCode } from "./errors";
import { HIDDEN, redactSecrets } from "../lib/redact";

/** What is known of a request once it is answered. */
export interface Answered {
  readonly requestId: string;
  /** One of HTTP's own: the platform refuses any other. */
  readonly method: string;
  /** The route's path; null where the request named none of ours. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** What the answer says went wrong; null for an answer that is none. */
  readonly error: ApiError | null;
}

/** Below this the fault, if any, is the caller's. */
const FIRST_FAULT_OF_OURS = 500;

/** Writes the request's line: an error where the service is at fault, with the cause, else for information. */
export function logRequest(answered: Answered, secrets: readonly string[]): void {
  const { requestId, method, route, status, durationMs, error } = answered;
  const facts = { requestId, method, route, status, durationMs, code: error?.code };
  if (status < FIRST_FAULT_OF_OURS) console.info(line("request", facts));
  else console.error(line("request", { ...facts, ...causeOf(error?.cause, secrets) }));
}

/** Tells that a request was served without being counted against its limit. */
export function logUncounted(requestId: string, thrown: unknown, secrets: readonly string[]): void {
  console.error(line("request not counted", { requestId, ...causeOf(thrown, secrets) }));
}

interface Facts {
  readonly [name: string]: string | number | null | undefined;
  readonly code?: ErrorCode | undefined;
}

/** As text, because that is what every platform's log takes in whole. */
function line(message: string, facts: Facts): string {
  return JSON.stringify({ message, ...facts });
}

/** What went wrong, for whoever looks the request id up. */
function causeOf(cause: unknown, secrets: readonly string[]): Facts {
  if (!(cause instanceof Error)) return { error: safe(String(cause), secrets) };
  return {
    error: safe(`${cause.name}: ${cause.message}`, secrets),
    stack: cause.stack === undefined ? undefined : safe(cause.stack, secrets),
  };
}

function safe(text: string, secrets: readonly string[]): string {
  // The platform's validation errors repeat the value that they refuse, which may be what a person wrote.
  const withoutValues = text
    .replace(/^(Object|Value): .*$/gm, `$1: ${HIDDEN}`)
    .replace(/got `.*`$/gm, `got ${HIDDEN}`);
  return redactSecrets(withoutValues, secrets);
}
