/** The client's address, which callers without a right token are counted by. */
import type { ActionCtx } from "../_generated/server";
import type { Settings } from "../settings";

/** Longer than any address: what is longer is no address, and must not fill a table. */
const LONGEST = 64;

/** The name of the caller at the request's address. */
export async function addressCaller(
  ctx: Pick<ActionCtx, "meta">,
  request: Request,
  settings: Settings,
): Promise<string> {
  const forwarded = settings.trustProxy ? forwardedAddress(request.headers.get("X-Forwarded-For")) : null;
  const address = forwarded ?? (await ctx.meta.getRequestMetadata()).ip;
  return `address:${address ?? "unknown"}`;
}

/**
 * The last entry of X-Forwarded-For: the one that the trusted proxy itself appended. All before it is the client's
 * word. Some proxies add a port, which is no part of the address.
 */
export function forwardedAddress(header: string | null): string | null {
  const last = header?.split(",").at(-1)?.trim() ?? "";
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(last)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(last)?.[1];
  const address = (bracketed ?? withPort ?? last).toLowerCase();
  return address.length <= LONGEST && /^[\x21-\x7e]+$/.test(address) ? address : null;
}
