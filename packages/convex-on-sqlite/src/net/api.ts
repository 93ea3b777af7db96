/**
 * The HTTP API of Convex clients: `/api/query`, `/api/mutation` and so on. Without the admin key only public functions are
 * visible.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { functionName } from "../engine/addresses";
import {
  type AdminPass,
  clientCall,
  COMPONENTS_REFUSED,
  componentOf,
  type Peer,
  TOKENS_REFUSED,
} from "../live/caller";
import { argumentsObject } from "../live/messages";
import type { Live } from "../live/live";
import { httpResult } from "../live/results";
import { decodeTs, encodeTs } from "../live/versions";
import type { AdminTools } from "../admin/tools";
import { isAdminPath } from "./adminPaths";
import { errorFields, type Logger } from "../log";
import type { Engine } from "../engine/engine";
import type { CallOptions, ConvexJson, FunctionAddress, Outcome } from "../types";
import { ApiError, asApiError, parsedJson, sendJson, sendPreflight, tooManyCalls } from "./apiResponse";
import { bodyText, discardRest } from "./body";
import { MAX_BODY_BYTES, type ClientLimits } from "./limits";
import { toJsonFormat } from "./jsonFormat";
import type { PagePolicy } from "./pagePolicy";

/** This status tells clients that the function failed and not the transport. */
const STATUS_FUNCTION_FAILED = 560;

export interface ApiHost {
  readonly engine: Engine;
  readonly live: Live;
  readonly log: Logger;
  readonly limits: ClientLimits;
  readonly policy: PagePolicy;
  /** The admin interface, if it is open. */
  readonly admin: AdminTools | null;
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

type Call = z.infer<typeof callBody>;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

const TS_PATH = "/api/query_ts";

/** A call with the rights of its caller. */
interface RunnableCall {
  readonly call: Call;
  readonly address: FunctionAddress;
  readonly options: CallOptions;
}

const CALLS = new Map<string, (host: ApiHost, call: RunnableCall) => Promise<Outcome>>([
  ["/api/query", callQuery],
  ["/api/query_at_ts", callQueryAtTs],
  ["/api/mutation", callMutation],
  ["/api/action", callAction],
  ["/api/function", callAny],
]);

/**
 * Whether this module serves a request: the paths of clients, and everything under /api that comes with an admin key. All
 * others belong to the application.
 */
export function isApiRequest(path: string, request: IncomingMessage): boolean {
  if (path === TS_PATH || CALLS.has(path)) return true;
  if (!path.startsWith("/api/")) return false;
  // A browser asks without the key whether it may send it.
  return adminKeyOf(request) !== null || (request.method === "OPTIONS" && isAdminPath(path));
}

/** Serves a request to an API path. Never rejects. */
export async function serveApi(
  host: ApiHost,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  peer: Peer,
): Promise<void> {
  const path = url.pathname;
  response.on("finish", () => discardRest(request));
  const { origin } = request.headers;
  const isAllowed = origin !== undefined && host.policy.allowsOrigin(origin, url.host);
  response.setHeader("vary", "origin");
  if (isAllowed) response.setHeader("access-control-allow-origin", origin);
  if (request.method === "OPTIONS") {
    const methods = isAdminPath(path) ? "GET, POST, OPTIONS" : "POST, OPTIONS";
    return sendPreflight(request, response, methods, isAllowed);
  }
  try {
    const pass = authorize(request, peer);
    if (pass !== null && host.admin !== null && isAdminPath(path)) {
      pass.note(`${request.method} ${path}`);
      await host.admin.serve(host.engine, request, response, url);
      return;
    }
    const { status, body } = await answer(host, request, path, peer, pass);
    sendJson(response, status, body);
  } catch (thrown) {
    // The client disconnected while sending.
    if (request.errored !== null || response.headersSent) return void response.destroy();
    const error = asApiError(thrown);
    if (error.status === 500) host.log.error("API call failed", { path, ...errorFields(thrown) });
    const { status, code, message, headers } = error;
    sendJson(response, status, JSON.stringify({ code, message }), headers);
  }
}

async function answer(
  host: ApiHost,
  request: IncomingMessage,
  path: string,
  peer: Peer,
  pass: AdminPass | null,
): Promise<{ status: number; body: string }> {
  const run = CALLS.get(path);
  if (run === undefined && path !== TS_PATH) {
    // Not 404, which the CLI retries.
    throw new ApiError(400, "NotServed", `This host does not serve ${request.method} ${path}`);
  }
  if (request.method !== "POST")
    throw new ApiError(405, "MethodNotAllowed", "Use POST", { allow: "POST, OPTIONS" });
  if (run === undefined) return { status: 200, body: JSON.stringify({ ts: encodeTs(host.engine.lastTs()) }) };
  // Count the call before reading it, so that a rejected body counts as well. An admin's request is counted already.
  const waitMs = pass === null ? peer.admit(1) : 0;
  if (waitMs > 0) throw tooManyCalls("Too many calls within a minute: try again later", waitMs);
  // As on Convex. Other types include those that a page of any origin can send without a preflight.
  if (!JSON_TYPE.test(request.headers["content-type"] ?? ""))
    throw new ApiError(400, "BadJsonBody", "Expected request with `Content-Type: application/json`");
  const maxBytes = pass === null ? host.limits.messageBytes : MAX_BODY_BYTES;
  const call = parsed(await bodyText(request, maxBytes));
  const componentPath = componentOf(call, call.path, call.args);
  if (componentPath !== "" && pass === null) throw new ApiError(403, "BadAdminKey", COMPONENTS_REFUSED);
  const address = { componentPath, name: functionName(call.path) };
  pass?.note(path, { function: address.name, component: componentPath || undefined });
  const options: CallOptions = { ...clientCall(peer.caller, pass), caller: "HttpApi" };
  const outcome = await host.live.inFlight.run(() => run(host, { call, address, options }));
  const body = httpResult(call.format === "json" ? toJsonFormat(outcome) : outcome);
  return { status: outcome.ok ? 200 : STATUS_FUNCTION_FAILED, body };
}

/** The admin key of a request, or `null`. */
function adminKeyOf({ headers }: IncomingMessage): string | null {
  const found = /^convex(?:\s+(.*))?$/is.exec(headers.authorization ?? "");
  return found === null ? null : (found[1] ?? "");
}

/** The rights of a request; `null` for those of a client. Rejects other credentials: serving an authenticated caller as an anonymous one would be wrong. */
function authorize(request: IncomingMessage, { admin }: Peer): AdminPass | null {
  if (request.headers.authorization === undefined) return null;
  const key = adminKeyOf(request);
  if (key === null) throw new ApiError(401, "NoAuthProvider", TOKENS_REFUSED);
  const decision = admin(key);
  if (decision.ok) return decision;
  if (decision.waitMs > 0) throw tooManyCalls(decision.message, decision.waitMs);
  throw new ApiError(403, "BadAdminKey", decision.message);
}

function parsed(text: string): Call {
  const result = callBody.safeParse(parsedJson(text));
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0] ?? { path: [], message: "malformed" };
  throw new ApiError(400, "BadJsonBody", `${path.join(".") || "body"}: ${message}`);
}

async function callQuery(host: ApiHost, { call, address, options }: RunnableCall): Promise<Outcome> {
  const scope = { componentPath: address.componentPath, visibility: options.visibility };
  const { outcome } = await host.live.registry.read(address.name, call.args, scope);
  return outcome;
}

/** The store keeps no past versions, so only the timestamp of the last commit can be served. */
async function callQueryAtTs(host: ApiHost, { call, address, options }: RunnableCall): Promise<Outcome> {
  const wanted = decodeTs(call.ts ?? "");
  if (wanted === null) throw new ApiError(400, "BadTimestamp", "ts: expected a timestamp of /api/query_ts");
  return await host.engine.snapshot(async (snapshot) => {
    if (snapshot.ts !== wanted) {
      throw new ApiError(
        400,
        "TimestampUnavailable",
        "The database has changed since ts, and keeps no past versions: request a new ts, or use query()",
      );
    }
    return await snapshot.query(address, call.args, options);
  });
}

function callMutation(host: ApiHost, { call, address, options }: RunnableCall): Promise<Outcome> {
  return host.engine.mutation(address, call.args, options);
}

function callAction(host: ApiHost, { call, address, options }: RunnableCall): Promise<Outcome> {
  return host.engine.action(address, call.args, options);
}

/** Calls a function of any kind. A missing function fails like a missing query. */
function callAny(host: ApiHost, runnable: RunnableCall): Promise<Outcome> {
  const { componentPath, name } = runnable.address;
  const kind = host.engine.app.components.get(componentPath)?.functions.get(name)?.kind;
  if (kind === "mutation") return callMutation(host, runnable);
  if (kind === "action") return callAction(host, runnable);
  return callQuery(host, runnable);
}
