/** Requests that offer an upgrade to an unsupported protocol, such as HTTP/2: the offer is ignored (RFC 9110, section 7.8). */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** Headers that belong only to the offer. */
const UPGRADE_HEADERS = new Set(["connection", "upgrade", "http2-settings"]);

/** Whether the request asks for a WebSocket; a plain HTTP response would be useless to it. */
export function wantsWebSocket(request: IncomingMessage): boolean {
  const offered = (request.headers.upgrade ?? "").split(",");
  return offered.some((protocol) => protocol.trim().toLowerCase() === "websocket");
}

/**
 * Makes the server parse the request again without its offer, from the connection that its parser has released. `head`
 * contains everything received after the request's headers: its body and further requests.
 */
export function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { method = "GET", url = "/", httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!UPGRADE_HEADERS.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1] ?? ""}`);
  }
  if (/(?:^|,)\s*close\s*(?:,|$)/i.test(request.headers.connection ?? "")) lines.push("Connection: close");
  // The old parser left its timeout listener behind; the new one adds its own.
  socket.removeAllListeners("timeout");
  request.socket.setTimeout(0);
  // Node parses request headers as Latin-1, byte for byte.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
