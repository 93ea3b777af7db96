/** The URL a request was made to, whatever the peer wrote in its Host header. */
import type { IncomingMessage } from "node:http";

/**
 * @param fallbackHost `host:port` of the server, used where Host is missing or no host.
 * @returns null when the target is no path, such as `*`.
 */
export function requestUrl(request: IncomingMessage, fallbackHost: string): URL | null {
  const { host = fallbackHost } = request.headers;
  const target = request.url ?? "/";
  if (target.startsWith("/")) return urlOn(host, target) ?? urlOn(fallbackHost, target);
  // A proxy-style target carries its own authority.
  const absolute = parsed(target);
  if (absolute === null || absolute.protocol !== "http:") return null;
  return urlOn(absolute.host, absolute.pathname + absolute.search);
}

/** Concatenated, not resolved: "//name/path" is a path here, not another host. */
function urlOn(host: string, target: string): URL | null {
  // A name, an IPv4 or a bracketed IPv6 address, perhaps with a port; nothing that could move the path.
  if (!/^(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/.test(host)) return null;
  return parsed(`http://${host}${target}`);
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}
