/** Requests that a server must reject because proxies may interpret them differently (request smuggling). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isHost } from "./requestUrl";

/** Creates the response for a request rejected before it reaches the app, in the app's format. */
export type Refuse = (status: number, reason: string) => Response;

export const refuseInText: Refuse = (status, reason) =>
  new Response(reason, { status, headers: { "content-type": "text/plain; charset=utf-8" } });

/** The status and reason for rejecting a request; null if it may be served. */
export function findRefusal(request: IncomingMessage): { status: 400 | 501; reason: string } | null {
  const { rawHeaders, headers } = request;
  // Node itself would use the first of several. A missing Host is harmless.
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  if (hosts > 1) return { status: 400, reason: "Host: must be given once" };
  const { host = "" } = headers;
  if (host !== "" && !isHost(host))
    return { status: 400, reason: "Host: must be a host with an optional port" };
  const encoding = headers["transfer-encoding"];
  // Node decodes chunked bodies only, and ignores other codings.
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "chunked")
    return { status: 501, reason: "Transfer-Encoding: must be chunked or absent" };
  return null;
}

/** Sends a rejection and closes the connection, because the start of the next request is uncertain. */
export async function sendRefusal(response: ServerResponse, refusal: Response): Promise<void> {
  const body = await refusal.text();
  for (const [name, value] of refusal.headers) response.setHeader(name, value);
  response.writeHead(refusal.status, { connection: "close", "content-length": Buffer.byteLength(body) });
  response.end(body);
}
