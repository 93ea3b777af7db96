/** Requests that a server must reject: proxies may interpret them differently (request smuggling), or a page may not send them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { discardRest } from "./body";
import type { Forbidden } from "./pagePolicy";
import { isHost } from "./requestUrl";

export interface Refusal {
  readonly status: 400 | 403 | 501;
  readonly reason: string;
  /** What the page policy forbids; only with 403. */
  readonly forbidden?: Forbidden;
}

/** Creates the response for a request rejected before it reaches the app, in the app's format. */
export type Refuse = (refusal: Refusal, request: IncomingMessage) => Response;

export const refuseInText: Refuse = ({ status, reason }) =>
  new Response(reason, { status, headers: { "content-type": "text/plain; charset=utf-8" } });

/** Why to reject a request, whoever sends it; null if it may be served. */
export function findRefusal(request: IncomingMessage): Refusal | null {
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

/** Sends a rejection. A malformed request closes its connection, because the start of the next one is uncertain. */
export async function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Response,
): Promise<void> {
  const body = await refusal.text();
  for (const [name, value] of refusal.headers) response.setHeader(name, value);
  if (refusal.status === 403) response.on("finish", () => discardRest(request));
  else response.setHeader("connection", "close");
  response.writeHead(refusal.status, { "content-length": Buffer.byteLength(body) });
  response.end(body);
}
