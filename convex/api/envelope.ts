/** The envelope around every endpoint: path, method, rate limit, token, input, work, rendering; in this order. */
import type { ActionCtx } from "../_generated/server";
import type { Settings } from "../settings";
import { addressCaller } from "./address";
import { tokenCaller } from "./auth";
import { currentSettings } from "../currentSettings";
import { parseBody, readBytes } from "./body";
import { asApiError, rateLimited, unauthorized, unknownPath, wrongMethod, type ApiError } from "./errors";
import { claimFor, readKey } from "./idempotencyKey";
import { hide, quote, secretsOf } from "./quote";
import { parseQuery } from "./query";
import { countRequest, type RateVerdict } from "./rate";
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

/** Answers a request. Never throws: whatever goes wrong below becomes an error of the catalogue. */
export async function answer(ctx: ActionCtx, request: Request, table: RouteTable): Promise<Response> {
  const requestId = crypto.randomUUID();
  const headers = Responses.commonHeaders(requestId);
  let secrets: string[] = [];
  try {
    const settings = currentSettings();
    secrets = secretsOf(settings);
    Responses.allowOrigin(headers, settings.corsOrigin);
    return await proceed(ctx, request, table, settings, headers);
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.code === "INTERNAL_ERROR") log(request, requestId, error, secrets);
    return Responses.failure(error, { requestId, quote: (value) => quote(value, secrets) }, headers);
  }
}

async function proceed(
  ctx: ActionCtx,
  request: Request,
  table: RouteTable,
  settings: Settings,
  headers: Headers,
): Promise<Response> {
  const url = new URL(request.url);
  const methods = table.get(url.pathname);
  if (methods === undefined) throw unknownPath(url.pathname);
  const allowed = allowedMethods(methods);
  if (request.method === "OPTIONS") return Responses.options(allowed, headers);
  // The platform drops the body of the answer to HEAD.
  const route = methods.get(request.method === "HEAD" ? "GET" : request.method);
  if (route === undefined) throw wrongMethod(request.method, allowed);

  const token = await tokenCaller(request.headers.get("Authorization"), route.auth, settings);
  const limit = settings.rateLimits[route.class];
  if (limit > 0) {
    // Without a right token of the right class it is the address that counts, so that guessing is slow.
    const caller = token ?? (await addressCaller(ctx, request, settings));
    const verdict = await count(ctx, route, limit, caller);
    if (verdict !== null) Responses.tellRate(headers, verdict);
    if (verdict?.ok === false) throw rateLimited(limit, verdict.resetMs);
  }
  if (route.auth !== "none" && token === null) throw unauthorized(route.auth);

  const body = await route.respond(ctx, await readInput(request, url, route, token));
  return Responses.success(route.method, body, headers);
}

/** A read is served even where its count can't be written, as on a full disk: null. A write would fail there anyway. */
async function count(
  ctx: ActionCtx,
  route: Route,
  limit: number,
  caller: string,
): Promise<RateVerdict | null> {
  try {
    return await countRequest(ctx, route.class, limit, caller);
  } catch (thrown) {
    if (route.class !== "read") throw thrown;
    console.error(`${route.method} ${route.path} could not be counted: ${causeText(thrown)}`);
    return null;
  }
}

async function readInput(request: Request, url: URL, route: Route, token: string | null): Promise<RawInput> {
  const query = Object.fromEntries(parseQuery(url.search));
  if (route.method === "GET") return { query, body: {}, claimed: {} };
  // A tick cannot be answered twice with one result: it takes no key.
  const key = token === null || route.class === "tick" ? null : readKey(request.headers);
  const bytes = await readBytes(request);
  return {
    query,
    body: parseBody(bytes, request.headers.get("Content-Type")),
    claimed: token === null || key === null ? {} : { claim: await claimFor(token, route.path, key, bytes) },
  };
}

function allowedMethods(methods: ReadonlyMap<string, Route>): string[] {
  return [...methods.keys()]
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .concat("OPTIONS");
}

/** The full cause, under the id that the caller was given; without secrets or what the caller sent. */
function log(request: Request, requestId: string, error: ApiError, secrets: readonly string[]): void {
  const where = `${request.method} ${new URL(request.url).pathname}`;
  console.error(`request ${requestId}: ${where}: ${error.status}: ${hide(causeText(error.cause), secrets)}`);
}

function causeText(cause: unknown): string {
  const text = cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : String(cause);
  // The platform's validation errors repeat the value that they refuse, which may be what a person wrote.
  return text.replace(/^(Object|Value): .*$/gm, "$1: [hidden]").replace(/got `.*`$/gm, "got [hidden]");
}
