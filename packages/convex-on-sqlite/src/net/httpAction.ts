/** Serves the application's own routes in `http.ts`, outside the Convex API, as web Request and Response. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { convexErrorData, describeThrown, HostError } from "../engine/errors";
import { withoutAppFrames } from "../engine/stackFrames";
import { requestMeta, type Caller } from "../live/caller";
import { errorFields, type Logger } from "../log";
import { ROUTABLE_HTTP_METHODS } from "convex/server";
import { errorText } from "../errorText";
import type { Engine } from "../engine/engine";
import type { HttpLookup } from "../types";
import { bodyStream, BodyTooLarge, discardRest, hasBody } from "./body";
import { MAX_RESPONSE_BYTES } from "./limits";
import { withHostMetrics, type OpenParts } from "./metrics";

/** Hop-by-hop headers, which the server writes itself (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

const TOO_LARGE = `HttpResponseTooLarge: HTTP actions support responses up to ${MAX_RESPONSE_BYTES >> 20} MiB`;

export interface HttpActionHost {
  readonly engine: Pick<Engine, "app" | "httpAction" | "exposeStackFrames">;
  readonly log: Logger;
  /** Aborted when the host stops: event streams end then, as their clients come again by themselves. */
  readonly ending: AbortSignal;
  readonly openParts: () => OpenParts;
}

/** Runs the route for a request and streams its response. Never rejects: failures become responses or a closed connection. */
export async function serveHttpAction(
  host: HttpActionHost,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  caller: Caller,
): Promise<void> {
  response.on("finish", () => discardRest(request));
  // Node creates the signal lazily, when a handler reads it.
  const disconnect = new AbortController();
  response.on("close", () => {
    if (clientLeft(response)) disconnect.abort();
  });
  const method = request.method ?? "GET";
  const meta = requestMeta(caller);
  let route = "";
  try {
    const found = routeFor(host.engine, url.pathname, method);
    if (found === null) return sendText(response, 404, "No matching routes found");
    route = found.route;
    const answer = await host.engine.httpAction(found, webRequest(request, method, url, disconnect), meta);
    const whole = method === "HEAD" ? answer : await withHostMetrics(answer, host.openParts);
    await sendResponse(response, whole, method, { disconnect, ending: host.ending }, (thrown) =>
      host.log.debug("a response body failed to stop", errorFields(thrown)),
    );
  } catch (thrown) {
    if (clientLeft(response)) {
      host.log.debug("the client disconnected before the response", { requestId: meta.requestId, route });
    } else if (thrown instanceof BodyTooLarge && !response.headersSent) {
      sendText(response, 413, thrown.message);
    } else {
      host.log.error("HTTP action failed", { requestId: meta.requestId, route, ...errorFields(thrown) });
      sendFailure(response, meta.requestId, thrown, host.engine.exposeStackFrames);
    }
  }
}

/**
 * Finds the route. Convex's router supports six methods, and HEAD as GET. Other methods use the route for OPTIONS, which
 * does no work, so that an app with a catch-all route can answer 405 itself.
 */
function routeFor(engine: Pick<Engine, "app">, path: string, method: string): ReturnType<HttpLookup> {
  const { http } = engine.app;
  return http?.(path, method) ?? (ROUTABLE.has(method) ? null : (http?.(path, "OPTIONS") ?? null));
}

const ROUTABLE: ReadonlySet<string> = new Set([...ROUTABLE_HTTP_METHODS, "HEAD"]);

function webRequest(
  request: IncomingMessage,
  method: string,
  url: URL,
  disconnect: AbortController,
): Request {
  const headers: [string, string][] = [];
  const raw = request.rawHeaders;
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  const routable = ROUTABLE.has(method);
  const withBody = routable && method !== "GET" && method !== "HEAD" && hasBody(request);
  // `duplex` is required for streams by the Fetch standard and missing in the DOM's types.
  const init: RequestInit & { duplex: "half" } = {
    method: routable ? method : "OPTIONS",
    headers,
    duplex: "half",
  };
  if (withBody) init.body = bodyStream(request);
  const built = new Request(url, init);
  Object.defineProperty(built, "signal", { get: () => disconnect.signal });
  // The Fetch standard forbids a Request with TRACE and similar methods, so the original method is set afterwards.
  return routable ? built : Object.defineProperty(built, "method", { value: method });
}

async function sendResponse(
  response: ServerResponse,
  answer: Response,
  method: string,
  { disconnect, ending }: { readonly disconnect: AbortController; readonly ending: AbortSignal },
  onStopFailed: (thrown: unknown) => void,
): Promise<void> {
  const headers: string[] = [];
  for (const [name, value] of answer.headers) if (!CONNECTION_HEADERS.has(name)) headers.push(name, value);
  // A body that breaks its declared length would corrupt the next response on the connection.
  response.strictContentLength = true;
  if (answer.body === null || method === "HEAD") {
    response.writeHead(answer.status, headers).end();
    await answer.body?.cancel();
    return;
  }
  const reader = answer.body.getReader();
  const stop = (): void => void reader.cancel().catch(onStopFailed);
  response.once("close", stop);
  if (answer.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    if (ending.aborted) stop();
    ending.addEventListener("abort", stop);
    response.once("close", () => ending.removeEventListener("abort", stop));
  }
  if (clientLeft(response)) stop();
  let bytes = 0;
  const nextPart = async (): Promise<Uint8Array | undefined> => {
    const { value: part } = await reader.read();
    bytes += part?.byteLength ?? 0;
    if (bytes > MAX_RESPONSE_BYTES) throw new HostError(TOO_LARGE);
    return part;
  };
  const first = (await nextPart()) ?? new Uint8Array();
  const second = nextPart();
  // It is awaited below, possibly only after the first chunk was sent; this prevents an unhandled rejection.
  second.catch(() => undefined);
  if ((await settledNow(second)) === undefined) {
    if (!answer.headers.has("content-length")) headers.push("content-length", String(first.byteLength));
    response.writeHead(answer.status, headers).end(first);
    return;
  }
  response.writeHead(answer.status, headers);
  const write = async (part: Uint8Array): Promise<void> => {
    if (!response.write(part)) await once(response, "drain", { signal: disconnect.signal });
  };
  await write(first);
  for (let part = await second; part !== undefined; part = await nextPart()) await write(part);
  response.end();
}

/** The value of a promise if it settles without external events; null otherwise. */
function settledNow<T>(promise: Promise<T>): Promise<T | null> {
  return Promise.race([promise, new Promise<null>((resolve) => process.nextTick(resolve, null))]);
}

/** Whether the client disconnected before its response was sent. */
function clientLeft(response: ServerResponse): boolean {
  return response.closed && !response.writableFinished;
}

/** Convex's response for a failed HTTP action. The stack is also logged under the request id. */
function sendFailure(
  response: ServerResponse,
  requestId: string,
  thrown: unknown,
  exposeStackFrames: boolean,
): void {
  if (response.headersSent) {
    // Part of the response was sent: only a broken connection tells the client that it failed.
    response.destroy();
    return;
  }
  const shown = (text: string): string => (exposeStackFrames ? text : withoutAppFrames(text));
  const isHostError = thrown instanceof HostError;
  const message = shown(isHostError ? thrown.message : `Uncaught ${errorText(thrown)}`);
  const trace = isHostError ? message : shown(describeThrown(thrown).message);
  const data = convexErrorData(thrown);
  const body = `{"code":${JSON.stringify(`[Request ID: ${requestId}] Server Error: ${message}`)},"trace":${JSON.stringify(trace)}${data === null ? "" : `,"data":${data}`}}`;
  send(response, 500, "application/json", body);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, "text/plain; charset=utf-8", text);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
  response.end(body);
}
