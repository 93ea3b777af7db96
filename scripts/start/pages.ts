/** Which web pages may use this agent, and by which names: the rule of its routes, for what the host serves itself. */
import { allowsHost, allowsOrigin } from "../../convex/api/origins";
import type { Settings } from "../../convex/lib/settings";
import type { PagePolicy } from "convex-on-sqlite";
import { urlOf } from "convex-on-sqlite/process";
import type { HostConfig } from "./config";

export function pagePolicy(
  { corsOrigins }: Pick<Settings, "corsOrigins">,
  { hostname, port, allowedHosts }: Pick<HostConfig, "hostname" | "port" | "allowedHosts">,
): PagePolicy {
  const names = [...allowedHosts, new URL(urlOf(hostname, port)).hostname];
  return {
    // Other machines may know a service by any name, unless its operator has listed them.
    allowsHost: (host, boundToLoopback) =>
      (!boundToLoopback && allowedHosts.length === 0) || allowsHost(host, names),
    allowsOrigin: (origin, host) => allowsOrigin(origin, host, corsOrigins),
  };
}
