/** The URL of a request, and the server's own URL. */
import type { IncomingMessage } from "node:http";

/** Stands for a missing path; no route matches it. */
const NO_PATH = "/*";

/**
 * Paths that a proxy may interpret differently than a URL parser, so that its rules for paths would not apply: dot
 * segments, plain or encoded, and backslashes.
 */
const AMBIGUOUS_PATH = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Whether a Host header is a valid host with an optional port, and can't change the path. */
export function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d*)?$/i.test(text) && URL.canParse(`http://${text}`);
}

/**
 * The URL of a request. A target without a path, such as `*`, or with an ambiguous path gets a path without a route.
 * @param request its Host header must be a valid host, empty or missing
 * @param ownHost `host:port` of the server, used if Host is missing
 */
export function requestUrl({ headers, url: target = "/" }: IncomingMessage, ownHost: string): URL {
  const host = headers.host === undefined || headers.host === "" ? ownHost : headers.host;
  if (!AMBIGUOUS_PATH.test(target.replace(/[?#].*$/s, ""))) {
    // Concatenated, not resolved: "//name/path" is a path here, not another host.
    if (target.startsWith("/")) return new URL(`http://${host}${target}`);
    // An absolute target may contain a user name and a password, which a Request can't have.
    if (/^http:/i.test(target) && URL.canParse(target)) {
      const { host: named, pathname, search } = new URL(target);
      return new URL(`http://${named}${pathname}${search}`);
    }
  }
  return new URL(`http://${host}${NO_PATH}`);
}

/** The URL at which clients reach the server. */
export function urlOf(hostname: string, port: number): string {
  return `http://${hostOf(hostname, port)}`;
}

/** The same without the protocol, as in a Host header. */
export function hostOf(hostname: string, port: number): string {
  return `${reachableHost(hostname)}:${port}`;
}

/** A name under which this machine reaches the server; the wildcard addresses are not one. */
function reachableHost(hostname: string): string {
  if (hostname === "0.0.0.0" || hostname === "::" || hostname === "") return "localhost";
  // A URL can't contain the zone of an address, as in fe80::1%eth0.
  return hostname.includes(":") ? `[${hostname.replace(/%.*/, "")}]` : hostname;
}
