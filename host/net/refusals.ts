/** Requests that HTTP has a server refuse whatever they ask for, because its neighbours may take them for other ones. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isHost } from "./requestUrl";

/** How a request is refused before it reaches the app: what the app would answer, with its headers. */
export type Refuse = (status: number, reason: string) => Response;

export const refuseInText: Refuse = (status, reason) =>
  new Response(reason, { status, headers: { "content-type": "text/plain; charset=utf-8" } });

/** The status with which a request must be refused, and why; null where it may be served. */
export function refusalOf(request: IncomingMessage): { status: 400 | 501; reason: string } | null {
  const { rawHeaders, headers } = request;
  // Node itself would take the first of several. A missing one harms nobody.
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  if (hosts > 1) return { status: 400, reason: "Host: must be given once" };
  const { host = "" } = headers;
  if (host !== "" && !isHost(host)) return { status: 400, reason: "Host: must be a host and maybe a port" };
  const encoding = headers["transfer-encoding"];
  // Node reads the chunks and leaves what else they are encoded with as it is.
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "chunked")
    return { status: 501, reason: "Transfer-Encoding: must be chunked, or be left out" };
  return null;
}

/** Sends a refusal and ends the connection: where the next request begins is not sure. */
export async function sendRefusal(response: ServerResponse, refusal: Response): Promise<void> {
  const body = await refusal.text();
  for (const [name, value] of refusal.headers) response.setHeader(name, value);
  response.writeHead(refusal.status, { connection: "close", "content-length": Buffer.byteLength(body) });
  response.end(body);
}
