/** Limits of this agent for clients of Convex's protocol, who need no token. */
import { countedAddress } from "../../convex/api/caller";
import type { Settings } from "../../convex/lib/settings";
import type { HostOptions } from "convex-on-sqlite";

/**
 * Public queries take at most a limit as their argument: there are two hundred different ones, and a client that requests
 * all of them at once, as after a reconnect, sends half of this.
 */
const MESSAGE_BYTES = 64 * 1024;

/** Calls have the same limit as REST reads, counted separately. */
export function clientOptions({
  rateLimits,
  trustProxy,
}: {
  readonly rateLimits: Pick<Settings["rateLimits"], "read">;
  readonly trustProxy: boolean;
}): Pick<HostOptions, "clients" | "rateLimitKey"> {
  return {
    clients: {
      messageBytes: MESSAGE_BYTES,
      callsPerMinute: rateLimits.read,
    },
    rateLimitKey: ({ headers, socket }) =>
      countedAddress(socket.remoteAddress ?? null, headers["x-forwarded-for"]?.toString() ?? null, {
        trustProxy,
      }),
  };
}
