/** Everything outside the Convex API: the application's own routes in `http.ts`, as web Request and Response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestMeta, type Caller } from "../live/caller";
import { errorFields, type Logger } from "../log";
import type { Engine } from "../types";
import { bodyStream, BodyTooLarge, declaredTooLarge, discardRest, hasBody } from "./body";

/** Between us and the peer only: the server writes its own (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

export interface HttpActionHost {
  readonly engine: Engine;
  readonly log: Logger;
}

/** Runs the route for this request and streams its answer. Never rejects: failures become answers or a closed connection. */
export async function serveHttpAction(
  host: HttpActionHost,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  caller: Caller,
): Promise<void> {
  response.on("finish", () => discardRest(request));
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const method = request.method ?? "GET";
  const meta = requestMeta(caller);
  let route = "";
  try {
    // The router itself answers HEAD from GET routes. Methods it cannot have routed have no Request either.
    const found = host.engine.app.http?.(url.pathname, method) ?? null;
    if (found === null) return sendText(response, 404, "No matching routes found");
    if (declaredTooLarge(request)) return sendText(response, 413, new BodyTooLarge().message);
    route = found.route;
    const answer = await host.engine.httpAction(
      found.handle,
      webRequest(request, method, url, gone.signal),
      meta,
    );
    await sendResponse(response, answer, method, gone.signal, host.log);
  } catch (thrown) {
    if (gone.signal.aborted) {
      host.log.debug("the client left before the answer", { requestId: meta.requestId, route });
    } else if (thrown instanceof BodyTooLarge && !response.headersSent) {
      sendText(response, 413, thrown.message);
    } else {
      host.log.error("HTTP action failed", { requestId: meta.requestId, route, ...errorFields(thrown) });
      sendFailure(response, meta.requestId, thrown);
    }
  }
}

function webRequest(request: IncomingMessage, method: string, url: URL, signal: AbortSignal): Request {
  const headers: [string, string][] = [];
  const raw = request.rawHeaders;
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  const withBody = method !== "GET" && method !== "HEAD" && hasBody(request);
  // `duplex` is required for streams by the Fetch standard and missing in the DOM's types.
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, duplex: "half" };
  return new Request(url, withBody ? { ...init, body: bodyStream(request) } : init);
}

async function sendResponse(
  response: ServerResponse,
  answer: Response,
  method: string,
  gone: AbortSignal,
  log: Logger,
): Promise<void> {
  const headers: string[] = [];
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie" && !CONNECTION_HEADERS.has(name)) headers.push(name, value);
  }
  for (const cookie of answer.headers.getSetCookie()) headers.push("set-cookie", cookie);
  // A body that does not keep its declared length would spoil the connection for the next answer.
  response.strictContentLength = true;
  response.writeHead(answer.status, headers);
  if (answer.body === null || method === "HEAD") {
    response.end();
    await answer.body?.cancel();
    return;
  }
  const reader = answer.body.getReader();
  const stop = (): void =>
    void reader
      .cancel()
      .catch((thrown: unknown) => log.debug("a response body failed to stop", errorFields(thrown)));
  gone.addEventListener("abort", stop, { once: true });
  if (gone.aborted) stop();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!response.write(part.value) && !gone.aborted) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    response.on("drain", settle);
    response.on("close", settle);
  });
}

/** As Convex answers a failed HTTP action, but for the stack, which goes to the log under the request id. */
function sendFailure(response: ServerResponse, requestId: string, thrown: unknown): void {
  if (response.headersSent) {
    // Half an answer is out: only a broken connection tells the client so.
    response.destroy();
    return;
  }
  const trace = `Uncaught ${thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)}`;
  const data = convexErrorData(thrown);
  const body = `{"code":${JSON.stringify(`[Request ID: ${requestId}] Server Error: ${trace}`)},"trace":${JSON.stringify(trace)}${data === null ? "" : `,"data":${data}`}}`;
  send(response, 500, "application/json", body);
}

/** A ConvexError leaves an HTTP action with its data already as JSON text. */
function convexErrorData(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !(Symbol.for("ConvexError") in thrown) || !("data" in thrown))
    return null;
  return typeof thrown.data === "string" ? thrown.data : null;
}

function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, "text/plain; charset=utf-8", text);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
  response.end(body);
}
