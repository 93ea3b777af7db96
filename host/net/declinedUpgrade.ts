/** Requests that offer a protocol this server does not speak, such as HTTP/2: served as if they had not (RFC 9110, section 7.8). */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** What belongs to the offer alone. */
const OFFER_HEADERS = new Set(["connection", "upgrade", "http2-settings"]);

/** Whether the request is one for a WebSocket: whoever asks for that has no use for a plain answer. */
export function wantsWebSocket(request: IncomingMessage): boolean {
  const offered = (request.headers.upgrade ?? "").split(",");
  return offered.some((protocol) => protocol.trim().toLowerCase() === "websocket");
}

/**
 * Has the server read the request again without its offer, from the connection that its parser has let go of. `head` is
 * what had come behind the request's head: its body and the requests after it.
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
    if (!OFFER_HEADERS.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1] ?? ""}`);
  }
  if (/(?:^|,)\s*close\s*(?:,|$)/i.test(request.headers.connection ?? "")) lines.push("Connection: close");
  // The parser before has left its own behind; the next one brings another.
  socket.removeAllListeners("timeout");
  request.socket.setTimeout(0);
  // Node reads heads as Latin-1, byte for byte.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
