/** Handles every request: origin, path, method, rate limit, token, input, work, rendering, in this order. */
import { httpRouter, ROUTABLE_HTTP_METHODS, type HttpRouter } from "convex/server";
import { internal } from "../_generated/api";
import { httpAction, type ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { timeTaken } from "../../mind/time/timeSince";
import * as Machine from "../lib/machine";
import { isWriteConflict, patient } from "../lib/writeConflict";
import { quote } from "../lib/redact";
import type { RateVerdict } from "../rateLimits/rateLimits";
import { secretsOf, type Settings } from "../lib/settings";
import { parseBody, parseText, readBytes } from "./body";
import { addressCaller, needsToken, tokenCaller, type Caller } from "./caller";
import {
  asApiError,
  forbiddenOrigin,
  rateLimited,
  unauthorized,
  unknownPath,
  wrongMethod,
  type ApiError,
} from "./errors";
import { claimOf, keyFor, readKey } from "./idempotencyKey";
import { allowsOrigin } from "./origins";
import { parseQuery } from "./query";
import { readVersion } from "./version";
import { logRequest, logUncounted } from "./requestLog";
import * as Responses from "./responses";
import { countInProcess } from "./requestTotals";
import type { ProtocolRoute, RateClass, RawInput, Route } from "./route";

/** The window of a rate limit. */
const MINUTE = 60_000;

/** The routes by path, then by method. */
export type RouteTable = ReadonlyMap<string, Methods>;
type Methods = ReadonlyMap<string, Route | ProtocolRoute>;

export function routeTable(routes: readonly (Route | ProtocolRoute)[]): RouteTable {
  const table = new Map<string, Map<string, Route | ProtocolRoute>>();
  for (const route of routes) {
    const methods = table.get(route.path) ?? new Map<string, Route | ProtocolRoute>();
    table.set(route.path, methods.set(route.method, route));
  }
  return table;
}

interface Match {
  /** The route's path, with `{id}`. */
  readonly path: string;
  readonly id: string;
  readonly methods: Methods;
}

/** Bounds the work for a long path. */
const MAX_SEGMENTS = 8;

/** The routes of a request's path, and the id in it; null for an unknown path. */
export function matchPath(table: RouteTable, pathname: string): Match | null {
  const exact = table.get(pathname);
  if (exact !== undefined) return { path: pathname, id: "", methods: exact };
  const segments = pathname.split("/", MAX_SEGMENTS + 1);
  if (segments.length > MAX_SEGMENTS) return null;
  for (const [i, id] of segments.entries()) {
    const path = segments.with(i, "{id}").join("/");
    const methods = id === "" ? undefined : table.get(path);
    if (methods !== undefined) return { path, id, methods };
  }
  return null;
}

/** The Convex router. Every request passes the envelope, including those for unknown paths. */
export function createRouter(routes: readonly (Route | ProtocolRoute)[]): HttpRouter {
  const table = routeTable(routes);
  const handler = httpAction((ctx, request) => answer(ctx, request, table));
  const router = httpRouter();
  // Listed one by one, so that the platform's logs and metrics name them.
  for (const { path, method } of routes) if (!path.includes("{")) router.route({ path, method, handler });
  for (const method of ROUTABLE_HTTP_METHODS) router.route({ pathPrefix: "/", method, handler });
  return router;
}

interface RequestContext {
  readonly ctx: ActionCtx;
  readonly request: Request;
  readonly url: URL;
  readonly requestId: string;
  /** The response's headers so far. */
  readonly headers: Headers;
  readonly settings: Settings;
}

/** Answers a request and logs it. Never throws: every error becomes one of the catalogue. */
export async function answer(ctx: ActionCtx, request: Request, table: RouteTable): Promise<Response> {
  const startedAt = Date.now();
  // The platform's id: its log has the output of the request's functions under it.
  const { requestId } = await ctx.meta.getRequestMetadata();
  const headers = Responses.commonHeaders(requestId);
  const url = new URL(request.url);
  const match = matchPath(table, url.pathname);
  let settings: Settings | null = null;
  const secrets = (): string[] => (settings === null ? [] : secretsOf(settings));
  let error: ApiError | null = null;
  let response: Response;
  try {
    settings = currentSettings();
    const origin = request.headers.get("Origin");
    if (origin !== null && allowsOrigin(origin, url.host, settings.corsOrigins))
      Responses.allowOrigin(headers, origin);
    else if (origin !== null && isClosed(request.method, url.pathname)) throw forbiddenOrigin();
    response = await handle({ ctx: patient(ctx), request, url, requestId, headers, settings }, match);
  } catch (thrown) {
    error = asApiError(thrown);
    response = Responses.failure(
      error,
      { requestId, quote: (received) => quote(received, secrets()) },
      headers,
    );
  }
  const route = match?.path ?? null;
  const { status } = response;
  const durationMs = timeTaken(startedAt, Date.now());
  logRequest({ requestId, method: request.method, route, status, durationMs, error }, secrets);
  return response;
}

/** What pages of any origin could steer, or read on and on, without a preflight. */
const CLOSED_PATHS: ReadonlySet<string> = new Set(["/mcp", "/events/stream"]);

/** Whether the request is refused to pages of other origins. To the rest their browser gets an answer, and keeps it from them. */
function isClosed(method: string, path: string): boolean {
  return method !== "OPTIONS" && (CLOSED_PATHS.has(path) || (method !== "GET" && method !== "HEAD"));
}

async function handle(context: RequestContext, match: Match | null): Promise<Response> {
  const { ctx, request, url, headers, settings } = context;
  if (match === null) throw unknownPath(url.pathname);
  const { methods, id } = match;
  if (request.method === "OPTIONS") return Responses.options(allowedMethods(methods), headers);
  // The platform drops the body of an answer to HEAD.
  const route = methods.get(request.method === "HEAD" ? "GET" : request.method);
  if (route === undefined) throw wrongMethod(request.method, allowedMethods(methods));

  const authorization = request.headers.get("Authorization");
  if ("serve" in route) {
    const caller = await tokenCaller(authorization, "read", settings);
    const count = () => isUncounted(context, "read", caller);
    if (authorization !== null && caller === null) {
      await count();
      throw unauthorized("read");
    }
    return Responses.withHeaders(await route.serve(ctx, request, count), headers);
  }
  const holder = await tokenCaller(authorization, route.auth, settings);
  const uncounted = await isUncounted(context, route.class, holder);
  if (needsToken(route.auth, settings) && holder === null) throw unauthorized(route.auth);

  const version = route.documentation.versioned === true ? readVersion(request.headers) : undefined;
  const { headers: sent } = request;
  const input = { ...(await readInput(request, url, route, holder)), id, version, uncounted, headers: sent };
  const body = await route.respond(ctx, input);
  if (body instanceof Response) return Responses.withHeaders(body, headers);
  if (route.documentation.versioned === true && "version" in body) headers.set("ETag", `"${body.version}"`);
  return Responses.success(route.method, body, headers);
}

/**
 * Counts the request against the limit of its class; true where its count could not be written.
 * @throws {ApiError} 429 beyond the limit
 */
async function isUncounted(
  context: RequestContext,
  rateClass: RateClass,
  holder: Caller | null,
): Promise<boolean> {
  const { ctx, request, headers, settings } = context;
  const limit = settings.rateLimits[rateClass];
  if (limit === 0) {
    countInProcess(rateClass);
    return false;
  }
  // A request without the right token counts against its address, so that guessing tokens is slow.
  const caller = holder?.key ?? (await addressCaller(ctx, request, settings));
  const verdict = await countRequest(context, rateClass, limit, caller);
  if (verdict === null) return true;
  Responses.setRateLimitHeaders(headers, limit, verdict);
  if (!verdict.ok) throw rateLimited(limit, verdict.resetMs);
  if (Machine.isOneMachine()) countInProcess(rateClass);
  return false;
}

/**
 * Counts the request; null for a read whose count can't be written, as on a full disk: it is served all the same. A write
 * conflict with other requests of the caller is still an error, or no limit would hold in a burst.
 */
async function countRequest(
  { ctx, requestId, settings }: RequestContext,
  rateClass: RateClass,
  limit: number,
  caller: string,
): Promise<RateVerdict | null> {
  const counted = Machine.count(`${rateClass} ${caller}`, limit, MINUTE);
  if (counted !== null) return counted;
  try {
    // In a transaction of its own, so that a request that fails later still counts.
    return await ctx.runMutation(internal.rateLimits.rateLimits.take, { class: rateClass, caller, limit });
  } catch (thrown) {
    if (rateClass !== "read" || isWriteConflict(thrown)) throw thrown;
    logUncounted(requestId, thrown, secretsOf(settings));
    return null;
  }
}

async function readInput(
  request: Request,
  url: URL,
  route: Route,
  caller: Caller | null,
): Promise<Omit<RawInput, "id" | "version" | "uncounted" | "headers">> {
  const query = Object.fromEntries(parseQuery(url.search));
  const claim = claimOf(caller, route);
  if (route.method === "GET") return { query, body: {}, text: "", claimed: claim === null ? {} : { claim } };
  // POST /tick ignores the key: every request runs a tick of its own.
  const key = caller === null || route.class === "tick" ? null : readKey(request.headers);
  const bytes = await readBytes(request);
  const isLines = route.documentation.bodyType !== undefined;
  const body = isLines ? {} : parseBody(bytes, request.headers);
  const text = isLines ? parseText(bytes, request.headers) : "";
  if (caller === null || claim === null) return { query, body, text, claimed: {} };
  const keyed = key === null ? {} : { key: await keyFor(caller, url, key, bytes) };
  return { query, body, text, claimed: { claim: { ...claim, ...keyed } } };
}

function allowedMethods(methods: Methods): string[] {
  return [...methods.keys()]
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .concat("OPTIONS");
}
