/** The client's address, which callers without a right token are counted by. */
import type { ActionCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";

/** The name of the caller at the request's address. */
export async function addressCaller(
  ctx: Pick<ActionCtx, "meta">,
  request: Request,
  settings: Settings,
): Promise<string> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return `address:${countedAddress(ip, request.headers.get("X-Forwarded-For"), settings)}`;
}

/** What a request is counted by: the address that a trusted proxy tells, else its `peer`; IPv6 by the network. */
export function countedAddress(
  peer: string | null,
  forwardedFor: string | null,
  { trustProxy }: Pick<Settings, "trustProxy">,
): string {
  const forwarded = trustProxy ? forwardedAddress(forwardedFor) : null;
  return forwarded ?? (peer === null ? "unknown" : (networkOf(peer) ?? peer));
}

/**
 * The last entry of X-Forwarded-For: the one that the trusted proxy itself appended. All before it is the client's
 * word. Some proxies add a port, which is no part of the address. Null where it is no address.
 */
export function forwardedAddress(header: string | null): string | null {
  const last = header?.split(",").at(-1)?.trim() ?? "";
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(last)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(last)?.[1];
  return networkOf(bracketed ?? withPort ?? last);
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
/** Groups that name the network of an IPv6 address: who has it has all 2^64 addresses in it. */
const NETWORK_GROUPS = 4;

/** What callers at an address are counted by, the same however it is written: an IPv4 address, or an IPv6 network of 64 bits. Null for no address. */
function networkOf(address: string): string | null {
  const inner = /^::ffff:(\d[\d.]+)$/i.exec(address)?.[1] ?? address;
  if (IPV4.test(inner)) return inner;
  const groups = groupsOf(inner.toLowerCase());
  return groups === null ? null : `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** The eight groups of an IPv6 address without leading zeros; null for what is none. */
function groupsOf(address: string): string[] | null {
  const [head = [], tail = [], ...rest] = address
    .split("::")
    .map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (rest.length > 0 || (address.includes("::") ? missing < 1 : missing !== 0)) return null;
  const groups = [...head, ...new Array<string>(missing).fill("0"), ...tail];
  return groups.every((group) => /^[\da-f]{1,4}$/.test(group))
    ? groups.map((group) => group.replace(/^0+(?=.)/, ""))
    : null;
}
