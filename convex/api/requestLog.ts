/**
 * The request log: one JSON line per request. It holds nothing that a caller sent: no query, body, header, address or token,
 * and only the route instead of the path.
 */
import type { ApiError, ErrorCode } from "./errors";
import { HIDDEN, redactSecrets } from "../lib/redact";

export interface AnsweredRequest {
  readonly requestId: string;
  /** A standard one: the platform refuses any other. */
  readonly method: string;
  /** The route's path; null for an unknown path. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** Null for a success. */
  readonly error: ApiError | null;
}

/** Logs the request: as an error with its cause if the service is at fault, else as information, also if it was only busy. */
export function logRequest(answered: AnsweredRequest, secrets: () => readonly string[]): void {
  const { requestId, method, route, status, durationMs, error } = answered;
  const fields = { requestId, method, route, status, durationMs, code: error?.code };
  if (error?.cause === undefined) console.info(line("request", fields));
  else console.error(line("request", { ...fields, ...causeOf(error.cause, secrets()) }));
}

/** Logs that a request was served without counting against its limit. */
export function logUncounted(requestId: string, thrown: unknown, secrets: readonly string[]): void {
  console.error(line("request not counted", { requestId, ...causeOf(thrown, secrets) }));
}

interface Fields {
  readonly [name: string]: string | number | null | undefined;
  readonly code?: ErrorCode | undefined;
}

/** As text: some platforms' logs truncate objects. */
function line(message: string, fields: Fields): string {
  return JSON.stringify({ message, ...fields });
}

function causeOf(cause: unknown, secrets: readonly string[]): Fields {
  if (!(cause instanceof Error)) return { error: redact(String(cause), secrets) };
  return {
    error: redact(`${cause.name}: ${cause.message}`, secrets),
    stack: cause.stack === undefined ? undefined : redact(cause.stack, secrets),
  };
}

function redact(text: string, secrets: readonly string[]): string {
  // The platform's validation errors repeat the refused value, which a person may have written.
  const withoutValues = text
    .replace(/^(Object|Value): .*$/gm, `$1: ${HIDDEN}`)
    .replace(/got `.*`$/gm, `got ${HIDDEN}`);
  return redactSecrets(withoutValues, secrets);
}
