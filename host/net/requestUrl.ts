/** The URLs of the server: that of a request, whatever the peer wrote in its Host header, and the server's own. */
import type { IncomingMessage } from "node:http";

/** The path of what has none: an app's router knows it as little as any other that it was not told of. */
const NO_PATH = "/*";

/**
 * What a proxy before us may read otherwise than a URL is read, so that its rules for paths would not hold: dot segments,
 * plain or encoded, and backslashes.
 */
const RESOLVED_ELSEWHERE = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * A target that is no path, such as `*`, or that names its path in a roundabout way, gets a path that is nobody's.
 * @param fallbackHost `host:port` of the server, used where Host is missing or no name that a URL can have.
 */
export function requestUrl(request: IncomingMessage, fallbackHost: string): URL {
  const { host = fallbackHost } = request.headers;
  const target = request.url ?? "/";
  if (!RESOLVED_ELSEWHERE.test(target.replace(/[?#].*$/s, ""))) {
    const url = target.startsWith("/")
      ? (urlOn(host, target) ?? urlOn(fallbackHost, target))
      : absoluteUrl(target);
    if (url !== null) return url;
  }
  return urlOn(host, NO_PATH) ?? new URL(`http://${fallbackHost}${NO_PATH}`);
}

/** A proxy-style target carries its own authority. */
function absoluteUrl(target: string): URL | null {
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

/** The address at which a server is reached. */
export function urlOf(hostname: string, port: number): string {
  return `http://${hostOf(hostname, port)}`;
}

/** The same without the protocol, as in a Host header. */
export function hostOf(hostname: string, port: number): string {
  return `${reachable(hostname)}:${port}`;
}

/** A name under which this machine reaches the server; the wildcard addresses are none. */
function reachable(hostname: string): string {
  if (hostname === "0.0.0.0" || hostname === "::" || hostname === "") return "localhost";
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}
