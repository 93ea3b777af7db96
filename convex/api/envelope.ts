/** The envelope around every endpoint: path, method, rate limit, token, input, work, rendering; in this order. */
import type { ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { timeTaken } from "../../mind/time/timeSince";
import { isWriteConflict } from "../lib/writeConflict";
import { secretsOf, type Settings } from "../lib/settings";
import { addressCaller } from "./address";
import { tokenCaller } from "./auth";
import { parseBody, readBytes } from "./body";
import { asApiError, rateLimited, unauthorized, unknownPath, wrongMethod, type ApiError } from "./errors";
import { claimFor, readKey } from "./idempotencyKey";
import { parseQuery } from "./query";
import { countRequest, type RateVerdict } from "./rate";
import { logRequest, logUncounted } from "./requestLog";
import * as Responses from "./responses";
import type { RawInput, Route } from "./route";

/** The routes by path, then by method. */
export type RouteTable = ReadonlyMap<string, ReadonlyMap<string, Route>>;

export function tableOf(routes: readonly Route[]): RouteTable {
  const table = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const methods = table.get(route.path) ?? new Map<string, Route>();
    table.set(route.path, methods.set(route.method, route));
  }
  return table;
}

/** What the steps of one request share. */
interface Passage {
  readonly ctx: ActionCtx;
  readonly request: Request;
  readonly url: URL;
  readonly requestId: string;
  /** The response's, gathered on the way. */
  readonly headers: Headers;
  readonly settings: Settings;
}

/** Answers a request and logs it. Never throws: whatever goes wrong below becomes an error of the catalogue. */
export async function answer(ctx: ActionCtx, request: Request, table: RouteTable): Promise<Response> {
  const startedAt = Date.now();
  // The platform's own, under which its log has whatever the request's functions say.
  const { requestId } = await ctx.meta.getRequestMetadata();
  const headers = Responses.commonHeaders(requestId);
  const url = new URL(request.url);
  let secrets: string[] = [];
  let error: ApiError | null = null;
  let response: Response;
  try {
    const settings = currentSettings();
    secrets = secretsOf(settings);
    Responses.allowOrigin(headers, settings.corsOrigin);
    response = await proceed({ ctx, request, url, requestId, headers, settings }, table);
  } catch (thrown) {
    error = asApiError(thrown);
    response = Responses.failure(error, { requestId, secrets }, headers);
  }
  const route = table.has(url.pathname) ? url.pathname : null;
  const { status } = response;
  const durationMs = timeTaken(startedAt, Date.now());
  logRequest({ requestId, method: request.method, route, status, durationMs, error }, secrets);
  return response;
}

async function proceed(passage: Passage, table: RouteTable): Promise<Response> {
  const { ctx, request, url, headers, settings } = passage;
  const methods = table.get(url.pathname);
  if (methods === undefined) throw unknownPath(url.pathname);
  const allowed = allowedMethods(methods);
  if (request.method === "OPTIONS") return Responses.options(allowed, headers);
  // The platform drops the body of the answer to HEAD.
  const route = methods.get(request.method === "HEAD" ? "GET" : request.method);
  if (route === undefined) throw wrongMethod(request.method, allowed);

  const token = await tokenCaller(request.headers.get("Authorization"), route.auth, settings);
  const limit = settings.rateLimits[route.class];
  let uncounted = false;
  if (limit > 0) {
    // Without a right token of the right class it is the address that counts, so that guessing is slow.
    const caller = token ?? (await addressCaller(ctx, request, settings));
    const verdict = await count(passage, route, limit, caller);
    if (verdict === null) uncounted = true;
    else Responses.tellRate(headers, verdict);
    if (verdict?.ok === false) throw rateLimited(limit, verdict.resetMs);
  }
  if (route.auth !== "none" && token === null) throw unauthorized(route.auth);

  const body = await route.respond(ctx, { ...(await readInput(request, url, route, token)), uncounted });
  return Responses.success(route.method, body, headers);
}

/**
 * A read is served even where its count can't be written, as on a full disk: null. A write would fail there anyway. What
 * collides with others of the same caller is not served uncounted, or no limit would hold in a burst.
 */
async function count(
  { ctx, requestId, settings }: Passage,
  route: Route,
  limit: number,
  caller: string,
): Promise<RateVerdict | null> {
  try {
    return await countRequest(ctx, route.class, limit, caller);
  } catch (thrown) {
    if (route.class !== "read" || isWriteConflict(thrown)) throw thrown;
    logUncounted(requestId, thrown, secretsOf(settings));
    return null;
  }
}

async function readInput(
  request: Request,
  url: URL,
  route: Route,
  token: string | null,
): Promise<Omit<RawInput, "uncounted">> {
  const query = Object.fromEntries(parseQuery(url.search));
  if (route.method === "GET") return { query, body: {}, claimed: {} };
  // A tick cannot be answered twice with one result: it takes no key.
  const key = token === null || route.class === "tick" ? null : readKey(request.headers);
  const bytes = await readBytes(request);
  return {
    query,
    body: parseBody(bytes, request.headers),
    claimed: token === null || key === null ? {} : { claim: await claimFor(token, route.path, key, bytes) },
  };
}

function allowedMethods(methods: ReadonlyMap<string, Route>): string[] {
  return [...methods.keys()]
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .concat("OPTIONS");
}
