/** The HTTP API that Convex clients use: `/api/query`, `/api/mutation` and their kin. Only public functions exist here. */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { functionName } from "../engine/addresses";
import {
  type Admit,
  type Caller,
  COMPONENTS_REFUSED,
  isComponentCall,
  publicCall,
  TOKENS_REFUSED,
} from "../live/caller";
import { argumentsObject } from "../live/messages";
import type { Live } from "../live/live";
import { httpResult } from "../live/results";
import { decodeTs, encodeTs } from "../live/versions";
import { errorFields, type Logger } from "../log";
import type { Engine } from "../engine/engine";
import type { ConvexJson, Outcome } from "../types";
import { bodyText, BodyTooLarge, discardRest } from "./body";
import type { ClientLimits } from "./limits";
import { plainOutcome } from "./plainJson";

/** The status by which clients know that the function failed, not the transport. */
const STATUS_FUNCTION_FAILED = 560;

/** A day: browsers need not ask again. */
const PREFLIGHT_MAX_AGE_S = 86_400;

export interface ApiHost {
  readonly engine: Pick<Engine, "app" | "snapshot" | "mutation" | "action" | "lastTs">;
  readonly live: Live;
  readonly log: Logger;
  readonly limits: ClientLimits;
}

/** A request refused before any function ran. */
class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** More calls than an address may make. */
class TooManyCalls extends ApiError {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(429, "TooManyConcurrentRequests", "Too many calls within a minute: try again later");
    this.waitMs = waitMs;
  }
}

const callBody = z.object({
  path: z.string().min(1).max(1024),
  args: z
    .union([argumentsObject, z.array(argumentsObject).max(1)])
    .transform((args): ConvexJson => (Array.isArray(args) ? (args[0] ?? {}) : args)),
  format: z.enum(["convex_encoded_json", "json"]).default("json"),
  componentPath: z.string().nullish(),
  ts: z.string().optional(),
});

const runBody = callBody.omit({ path: true });

type Call = z.infer<typeof callBody>;

/** While they run nothing commits. */
const MOST_QUERIES = 100;

const batchBody = z.object({ queries: z.array(callBody).max(MOST_QUERIES) });

const TS_PATH = "/api/query_ts";
const BATCH_PATH = "/api/query_batch";
/** Followed by the function: `/api/run/folder/module/function`. */
const RUN_PREFIX = "/api/run/";

const CALLS = {
  "/api/query": callQuery,
  "/api/query_at_ts": callQueryAtTs,
  "/api/mutation": callMutation,
  "/api/action": callAction,
  "/api/function": callAny,
} as const satisfies Record<string, (host: ApiHost, call: Call, caller: Caller) => Promise<Outcome>>;

function isCall(path: string): path is keyof typeof CALLS {
  return Object.hasOwn(CALLS, path);
}

/** True for the paths this module answers; all others are the application's. */
export function isApiPath(path: string): boolean {
  return path === TS_PATH || path === BATCH_PATH || path.startsWith(RUN_PREFIX) || isCall(path);
}

/** Answers a request to an API path. `admit` counts so many calls and says after how many milliseconds they may be made. Never rejects. */
export async function serveApi(
  host: ApiHost,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  caller: Caller,
  admit: Admit,
): Promise<void> {
  response.on("finish", () => discardRest(request));
  response.setHeader("access-control-allow-origin", "*");
  if (request.method === "OPTIONS") return preflight(request, response);
  try {
    const { status, body } = await answer(host, request, path, caller, admit);
    sendJson(response, status, body);
  } catch (thrown) {
    // Its client went away while sending.
    if (request.errored !== null) return;
    const error = asApiError(thrown);
    if (error.status === 500) host.log.error("API call failed", { path, ...errorFields(thrown) });
    if (error instanceof TooManyCalls)
      response.setHeader("retry-after", String(Math.ceil(error.waitMs / 1_000)));
    if (error.status === 405) response.setHeader("allow", "POST, OPTIONS");
    sendJson(response, error.status, JSON.stringify({ code: error.code, message: error.message }));
  }
}

async function answer(
  host: ApiHost,
  request: IncomingMessage,
  path: string,
  caller: Caller,
  admit: Admit,
): Promise<{ status: number; body: string }> {
  if (request.method !== "POST") throw new ApiError(405, "MethodNotAllowed", "Use POST");
  refuseCredentials(request);
  if (path === TS_PATH) return { status: 200, body: JSON.stringify({ ts: encodeTs(host.engine.lastTs()) }) };
  // One is counted unread, so that a body that is refused counts as well.
  refuseBeyond(admit(1));
  const text = await bodyText(request, host.limits.messageBytes);
  if (path === BATCH_PATH) {
    const { queries } = parsed(batchBody, text);
    refuseBeyond(queries.length > 1 ? admit(queries.length - 1) : 0);
    const results = await host.live.inFlight.run(() => callBatch(host, queries.map(rootCall), caller));
    return { status: 200, body: `{"results":[${results.join(",")}]}` };
  }
  const call = rootCall(
    isCall(path) ? parsed(callBody, text) : { ...parsed(runBody, text), path: functionIn(path) },
  );
  const run = isCall(path) ? CALLS[path] : callAny;
  const outcome = await host.live.inFlight.run(() => run(host, call, caller));
  return { status: outcome.ok ? 200 : STATUS_FUNCTION_FAILED, body: resultOf(call, outcome) };
}

function resultOf({ format }: Call, outcome: Outcome): string {
  return httpResult(format === "json" ? plainOutcome(outcome) : outcome);
}

/** The function that a path of `/api/run/` names, as in `module:function`. */
function functionIn(path: string): string {
  const [, module, name] = /^(.+)\/([^/]+)$/.exec(decoded(path.slice(RUN_PREFIX.length))) ?? [];
  if (module === undefined || name === undefined) {
    throw new ApiError(400, "MissingIdentifier", "Name module and function, as in /api/run/messages/list");
  }
  return `${module}:${name}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    if (cause instanceof URIError)
      throw new ApiError(400, "BadPath", "The path is not percent-encoded UTF-8");
    throw cause;
  }
}

/** Where calls must wait, they are refused: `waitMs` is 0 where they need not. */
function refuseBeyond(waitMs: number): void {
  if (waitMs > 0) throw new TooManyCalls(waitMs);
}

/** A caller who believes to be somebody must not be served as nobody. */
function refuseCredentials(request: IncomingMessage): void {
  const { authorization } = request.headers;
  if (authorization === undefined) return;
  if (/^convex /i.test(authorization)) {
    throw new ApiError(403, "BadAdminKey", "Admin keys are not accepted by this server");
  }
  throw new ApiError(401, "NoAuthProvider", TOKENS_REFUSED);
}

function parsed<S extends z.ZodType>(schema: S, text: string): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(400, "BadJsonBody", "The body is not JSON");
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ApiError(
    400,
    "BadJsonBody",
    `${issue?.path.join(".") ?? "body"}: ${issue?.message ?? "malformed"}`,
  );
}

/** The call, where it is one of the app's own functions. */
function rootCall(call: Call): Call {
  if (isComponentCall(call)) throw new ApiError(403, "BadAdminKey", COMPONENTS_REFUSED);
  return call;
}

async function callQuery(host: ApiHost, call: Call): Promise<Outcome> {
  const { outcome } = await host.live.registry.read(functionName(call.path), call.args);
  return outcome;
}

/** The store keeps no past versions, so the one timestamp that can be served is that of the last commit. */
async function callQueryAtTs(host: ApiHost, call: Call, caller: Caller): Promise<Outcome> {
  const wanted = decodeTs(call.ts ?? "");
  if (wanted === null) throw new ApiError(400, "BadTimestamp", "ts: expected a timestamp of /api/query_ts");
  return await host.engine.snapshot(async (snapshot) => {
    if (snapshot.ts !== wanted) {
      throw new ApiError(
        400,
        "TimestampUnavailable",
        "The database has changed since ts, and keeps no past versions: ask for another ts, as a new client does, or use query()",
      );
    }
    return await snapshot.query(rootAddress(call), call.args, publicCall(caller));
  });
}

/** The results of several queries that all see one state. */
async function callBatch(host: ApiHost, calls: readonly Call[], caller: Caller): Promise<string[]> {
  return await host.engine.snapshot(async (snapshot) => {
    const results: string[] = [];
    for (const call of calls) {
      const outcome = await snapshot.query(rootAddress(call), call.args, publicCall(caller));
      results.push(resultOf(call, outcome));
    }
    return results;
  });
}

function callMutation(host: ApiHost, call: Call, caller: Caller): Promise<Outcome> {
  return host.engine.mutation(rootAddress(call), call.args, publicCall(caller));
}

function callAction(host: ApiHost, call: Call, caller: Caller): Promise<Outcome> {
  return host.engine.action(rootAddress(call), call.args, publicCall(caller));
}

/** A function of whatever kind. One that does not exist fails as a query that does not exist. */
function callAny(host: ApiHost, call: Call, caller: Caller): Promise<Outcome> {
  const kind = host.engine.app.components.get("")?.functions.get(functionName(call.path))?.kind;
  if (kind === "mutation") return callMutation(host, call, caller);
  if (kind === "action") return callAction(host, call, caller);
  return callQuery(host, call);
}

function rootAddress(call: Call): { componentPath: string; name: string } {
  return { componentPath: "", name: functionName(call.path) };
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof BodyTooLarge) return new ApiError(413, "BodyTooLarge", thrown.message);
  return new ApiError(500, "InternalServerError", "The call could not be run; the server's log says why");
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    "access-control-allow-methods": "POST, OPTIONS",
    "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": String(PREFLIGHT_MAX_AGE_S),
    vary: "access-control-request-headers",
  });
  response.end();
}

function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
