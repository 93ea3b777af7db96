/** What clients of Convex's protocol, who need no token, may ask of this agent. */
import type { ClientLimits } from "../../host/net/limits";

/**
 * The public queries take a limit or nothing: there are two hundred different ones, and a client that asks for all of
 * them at once, as on coming back, sends half of this.
 */
const MESSAGE_BYTES = 64 * 1024;

/** Of five hundred clients at once that send as much as they may and never end. */
const UNFINISHED_BYTES = 32 * 1024 * 1024;

export function clientLimits(): Partial<ClientLimits> {
  return { messageBytes: MESSAGE_BYTES, unfinishedBytes: UNFINISHED_BYTES };
}
