/** Renders responses: their headers and bodies. */
import { wholeSeconds, type ApiError, type RenderContext } from "./errors";
import type { RateVerdict } from "../rateLimits/rateLimits";
import type { Method } from "./route";
import { HEADERS } from "./openapi/responses";

/** Headers that scripts of another origin may read beyond the CORS-safelisted ones. */
const EXPOSED_HEADERS = Object.keys(HEADERS).join(", ");
/** Headers that scripts of another origin may send; the last three are of MCP. */
const SENT_HEADERS =
  "Authorization, Content-Type, Idempotency-Key, If-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name";
/** How long a browser may cache a preflight: a day. Browsers cap it themselves. */
const PREFLIGHT_SECONDS = 86_400;

/** The headers of every response, errors included. */
export function commonHeaders(requestId: string): Headers {
  return new Headers({
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Vary: "Origin",
  });
}

/** Lets pages of an origin read the response. Without this, a browser keeps it from them. */
export function allowOrigin(headers: Headers, origin: string): void {
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
}

export function setRateLimitHeaders(
  headers: Headers,
  limit: number,
  { remaining, resetMs }: RateVerdict,
): void {
  headers.set("RateLimit-Limit", String(limit));
  headers.set("RateLimit-Remaining", String(remaining));
  headers.set("RateLimit-Reset", String(wholeSeconds(resetMs)));
}

export function success(method: Method, body: object, headers: Headers): Response {
  return json(200, method === "GET" ? body : { success: true, ...body }, headers);
}

/** An answer that is not JSON, or of another protocol, with the headers of every response. */
export function withHeaders(response: Response, headers: Headers): Response {
  const all = new Headers(response.headers);
  headers.forEach((value, name) => all.set(name, value));
  return new Response(response.body, { status: response.status, headers: all });
}

export function failure(error: ApiError, context: RenderContext, headers: Headers): Response {
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  return json(error.status, { success: false, error: error.render(context), code: error.code }, headers);
}

/** The answer to OPTIONS, a browser's preflight or not. */
export function options(allowed: readonly string[], headers: Headers): Response {
  const methods = allowed.join(", ");
  headers.set("Allow", methods);
  if (headers.has("Access-Control-Allow-Origin")) {
    headers.set("Access-Control-Allow-Methods", methods);
    headers.set("Access-Control-Allow-Headers", SENT_HEADERS);
    headers.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
  }
  return new Response(null, { status: 204, headers });
}

function json(status: number, body: object, headers: Headers): Response {
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}
