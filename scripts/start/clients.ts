/** What clients of Convex's protocol, who need no token, may ask of this agent. */
import { countedAddress } from "../../convex/api/caller";
import type { Settings } from "../../convex/lib/settings";
import type { HostOptions } from "../../host/host";

/**
 * The public queries take a limit or nothing: there are two hundred different ones, and a client that asks for all of
 * them at once, as on coming back, sends half of this.
 */
const MESSAGE_BYTES = 64 * 1024;

/** What is a read by REST is one here: both have the same limit, and each its own count. */
export function clientOptions({
  rateLimits,
  trustProxy,
}: {
  readonly rateLimits: Pick<Settings["rateLimits"], "read">;
  readonly trustProxy: boolean;
}): Pick<HostOptions, "clients" | "countedBy"> {
  return {
    clients: {
      messageBytes: MESSAGE_BYTES,
      callsPerMinute: rateLimits.read,
    },
    countedBy: ({ headers, socket }) =>
      countedAddress(socket.remoteAddress ?? null, headers["x-forwarded-for"]?.toString() ?? null, {
        trustProxy,
      }),
  };
}
