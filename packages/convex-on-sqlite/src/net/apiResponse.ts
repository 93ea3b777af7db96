/** Responses of Convex's HTTP API: JSON, with Convex's form of errors. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { BodyTooLarge } from "./body";

/** Browsers may cache a preflight for a day. */
const PREFLIGHT_MAX_AGE_S = 86_400;

/** A request rejected before any function ran. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The error for a caller with too many calls. */
export function tooManyCalls(message: string, waitMs: number): ApiError {
  const headers = { "retry-after": String(Math.ceil(waitMs / 1_000)) };
  return new ApiError(429, "TooManyConcurrentRequests", message, headers);
}

/** A thrown value as the error to send; status 500 if it is a bug. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof BodyTooLarge) return new ApiError(413, "BodyTooLarge", thrown.message);
  return new ApiError(500, "InternalServerError", "The call could not be run; the server's log says why");
}

/** The value in a body of JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, "BadJsonBody", "The body is not JSON");
  }
}

/** Answers a preflight; without permission if its page may not use the API. */
export function sendPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  methods: string,
  isAllowed: boolean,
): void {
  const permission = {
    "access-control-allow-methods": methods,
    "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": String(PREFLIGHT_MAX_AGE_S),
  };
  response.writeHead(204, {
    ...(isAllowed ? permission : {}),
    allow: methods,
    vary: "origin, access-control-request-headers",
  });
  response.end();
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
