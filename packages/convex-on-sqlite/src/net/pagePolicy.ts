/** Which web pages may use the server. Browsers tell it a page's origin in Origin, and the name they know it by in Host. */
import type { IncomingMessage } from "node:http";

export interface PagePolicy {
  /**
   * Whether the server answers to a Host. A page of a name that its owner points at this machine (DNS rebinding) has that name
   * as its origin and as Host.
   */
  readonly allowsHost: (host: string, boundToLoopback: boolean) => boolean;
  /** Whether pages of an origin may use the server, which the request knows as `host`. */
  readonly allowsOrigin: (origin: string, host: string) => boolean;
}

export type Forbidden = "host" | "origin";

export const ANY_PAGE: PagePolicy = { allowsHost: () => true, allowsOrigin: () => true };

/** What of a request to the Convex API is forbidden; null for nothing. */
export function forbiddenIn(
  policy: PagePolicy,
  { headers, method }: IncomingMessage,
  { url, boundToLoopback }: { readonly url: URL; readonly boundToLoopback: boolean },
): Forbidden | null {
  const { host = "", origin } = headers;
  if (host !== "" && !policy.allowsHost(host, boundToLoopback)) return "host";
  // The app decides about its own routes, and a preflight is answered without permission.
  const isOfApi = url.pathname.startsWith("/api/") && method !== "OPTIONS";
  return isOfApi && origin !== undefined && !policy.allowsOrigin(origin, url.host) ? "origin" : null;
}

/** IPv4's 127.0.0.0/8, also as a mapped address, and ::1. */
export function isLoopback(ip: string): boolean {
  return ip === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(ip);
}
