/** The HTTP API of Convex clients: `/api/query`, `/api/mutation` and so on. Only public functions are visible here. */
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
import { toJsonFormat } from "./jsonFormat";

/** This status tells clients that the function failed and not the transport. */
const STATUS_FUNCTION_FAILED = 560;

/** Browsers may cache a preflight for a day. */
const PREFLIGHT_MAX_AGE_S = 86_400;

export interface ApiHost {
  readonly engine: Pick<Engine, "app" | "snapshot" | "mutation" | "action" | "lastTs">;
  readonly live: Live;
  readonly log: Logger;
  readonly limits: ClientLimits;
}

/** A request rejected before any function ran. */
class ApiError extends Error {
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

const TS_PATH = "/api/query_ts";

const CALLS = new Map<string, (host: ApiHost, call: Call, caller: Caller) => Promise<Outcome>>([
  ["/api/query", callQuery],
  ["/api/query_at_ts", callQueryAtTs],
  ["/api/mutation", callMutation],
  ["/api/action", callAction],
  ["/api/function", callAny],
]);

/** Whether this module serves a path; all others belong to the application. */
export function isApiPath(path: string): boolean {
  return path === TS_PATH || CALLS.has(path);
}

/** Serves a request to an API path. Never rejects. */
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
    // The client disconnected while sending.
    if (request.errored !== null) return;
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
  caller: Caller,
  admit: Admit,
): Promise<{ status: number; body: string }> {
  if (request.method !== "POST")
    throw new ApiError(405, "MethodNotAllowed", "Use POST", { allow: "POST, OPTIONS" });
  rejectCredentials(request);
  const run = CALLS.get(path);
  if (run === undefined) return { status: 200, body: JSON.stringify({ ts: encodeTs(host.engine.lastTs()) }) };
  // Count the call before reading it, so that a rejected body counts as well.
  const waitMs = admit(1);
  if (waitMs > 0) {
    const message = "Too many calls within a minute: try again later";
    const headers = { "retry-after": String(Math.ceil(waitMs / 1_000)) };
    throw new ApiError(429, "TooManyConcurrentRequests", message, headers);
  }
  const call = parsed(await bodyText(request, host.limits.messageBytes));
  if (isComponentCall(call)) throw new ApiError(403, "BadAdminKey", COMPONENTS_REFUSED);
  const outcome = await host.live.inFlight.run(() => run(host, call, caller));
  const body = httpResult(call.format === "json" ? toJsonFormat(outcome) : outcome);
  return { status: outcome.ok ? 200 : STATUS_FUNCTION_FAILED, body };
}

/** Rejects credentials: serving an authenticated caller as an anonymous one would be wrong. */
function rejectCredentials(request: IncomingMessage): void {
  const { authorization } = request.headers;
  if (authorization === undefined) return;
  if (/^convex /i.test(authorization)) {
    throw new ApiError(403, "BadAdminKey", "Admin keys are not accepted by this server");
  }
  throw new ApiError(401, "NoAuthProvider", TOKENS_REFUSED);
}

function parsed(text: string): Call {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(400, "BadJsonBody", "The body is not JSON");
  }
  const result = callBody.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0] ?? { path: [], message: "malformed" };
  throw new ApiError(400, "BadJsonBody", `${path.join(".") || "body"}: ${message}`);
}

async function callQuery(host: ApiHost, call: Call): Promise<Outcome> {
  const { outcome } = await host.live.registry.read(functionName(call.path), call.args);
  return outcome;
}

/** The store keeps no past versions, so only the timestamp of the last commit can be served. */
async function callQueryAtTs(host: ApiHost, call: Call, caller: Caller): Promise<Outcome> {
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
    return await snapshot.query(rootAddress(call), call.args, publicCall(caller));
  });
}

function callMutation(host: ApiHost, call: Call, caller: Caller): Promise<Outcome> {
  return host.engine.mutation(rootAddress(call), call.args, publicCall(caller));
}

function callAction(host: ApiHost, call: Call, caller: Caller): Promise<Outcome> {
  return host.engine.action(rootAddress(call), call.args, publicCall(caller));
}

/** Calls a function of any kind. A missing function fails like a missing query. */
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

function sendJson(
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
