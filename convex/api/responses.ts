/** Rendering: every response's headers, and its body. */
import { wholeSeconds, type ApiError, type RenderContext } from "./errors";
import type { RateVerdict } from "./rate";

/** What a browser script of another origin may read beyond the basics. */
const EXPOSED = [
  "Allow",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
].join(", ");
/** How long a browser may remember a preflight: a day, which browsers cap as they see fit. */
const PREFLIGHT_SECONDS = 86_400;

/** The headers that stand on every response, errors included. */
export function commonHeaders(requestId: string): Headers {
  return new Headers({
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
}

/** Lets browsers of the configured origin read the response. */
export function allowOrigin(headers: Headers, origin: string): void {
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", EXPOSED);
  if (origin !== "*") headers.set("Vary", "Origin");
}

/** Tells a counted caller where it stands. */
export function tellRate(headers: Headers, { limit, remaining, resetMs }: RateVerdict): void {
  headers.set("RateLimit-Limit", String(limit));
  headers.set("RateLimit-Remaining", String(remaining));
  headers.set("RateLimit-Reset", String(wholeSeconds(resetMs)));
}

export function success(method: "GET" | "POST", body: object, headers: Headers): Response {
  return json(200, method === "GET" ? body : { success: true, ...body }, headers);
}

export function failure(error: ApiError, context: RenderContext, headers: Headers): Response {
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  return json(error.status, { success: false, error: error.render(context), code: error.code }, headers);
}

/** The answer to OPTIONS, a browser's preflight or not. */
export function options(allowed: readonly string[], headers: Headers): Response {
  const methods = allowed.join(", ");
  headers.set("Allow", methods);
  headers.set("Access-Control-Allow-Methods", methods);
  headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key");
  headers.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
  return new Response(null, { status: 204, headers });
}

function json(status: number, body: object, headers: Headers): Response {
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}
