/** The URLs of the server: that of a request, and the server's own. */
import type { IncomingMessage } from "node:http";

/** The path of what has none: an app's router knows it as little as any other that it was not told of. */
const NO_PATH = "/*";

/**
 * What a proxy before us may read otherwise than a URL is read, so that its rules for paths would not hold: dot segments,
 * plain or encoded, and backslashes.
 */
const AMBIGUOUS_PATH = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Whether a Host header names a host that a URL can have, perhaps with a port, and nothing that could move the path. */
export function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d*)?$/i.test(text) && URL.canParse(`http://${text}`);
}

/**
 * A target that is no path, such as `*`, or that names its path in a roundabout way, gets a path that is nobody's.
 * @param request one whose Host header is a host, or is empty or missing
 * @param ownHost `host:port` of the server, used where Host is missing
 */
export function requestUrl({ headers, url: target = "/" }: IncomingMessage, ownHost: string): URL {
  const host = headers.host === undefined || headers.host === "" ? ownHost : headers.host;
  if (!AMBIGUOUS_PATH.test(target.replace(/[?#].*$/s, ""))) {
    // Joined, not resolved: "//name/path" is a path here, not another host.
    if (target.startsWith("/")) return new URL(`http://${host}${target}`);
    // A proxy-style target carries its own authority, maybe with a name and a password, which a Request can't have.
    if (/^http:/i.test(target) && URL.canParse(target)) {
      const { host: named, pathname, search } = new URL(target);
      return new URL(`http://${named}${pathname}${search}`);
    }
  }
  return new URL(`http://${host}${NO_PATH}`);
}

/** The address at which a server is reached. */
export function urlOf(hostname: string, port: number): string {
  return `http://${hostOf(hostname, port)}`;
}

/** The same without the protocol, as in a Host header. */
export function hostOf(hostname: string, port: number): string {
  return `${reachableHost(hostname)}:${port}`;
}

/** A name under which this machine reaches the server; the wildcard addresses are none. */
function reachableHost(hostname: string): string {
  if (hostname === "0.0.0.0" || hostname === "::" || hostname === "") return "localhost";
  // A URL has no place for the zone of an address, as in fe80::1%eth0.
  return hostname.includes(":") ? `[${hostname.replace(/%.*/, "")}]` : hostname;
}
