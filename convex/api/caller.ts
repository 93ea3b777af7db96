/** Identifies callers, by their token or by their address. Rate limits and idempotency keys belong to a caller. */
import type { ActionCtx } from "../_generated/server";
import { hex, sha256 } from "../lib/sha256";
import type { Settings } from "../lib/settings";

/** The token that an endpoint requires. */
export type Auth = "none" | "write" | "tick";

/** Half a SHA-256: distinguishes callers and does not reveal the token. */
const NAME_BYTES = 16;

/**
 * The name of a caller with the right token of the class, made from the token's hash; null for a missing, malformed or wrong
 * token, and where the endpoint requires none.
 */
export async function tokenCaller(
  authorization: string | null,
  auth: Auth,
  { tickToken, writeToken }: Settings,
): Promise<string | null> {
  const expected = { none: null, write: writeToken, tick: tickToken }[auth];
  const presented = bearerToken(authorization);
  if (expected === null || presented === null) return null;
  const [a, b] = await Promise.all([sha256(presented), sha256(expected)]);
  return sameBytes(a, b) ? `token:${hex(a.subarray(0, NAME_BYTES))}` : null;
}

/** The token of an Authorization header; null where the header is absent or malformed. */
export function bearerToken(authorization: string | null): string | null {
  return /^bearer +([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Whether two digests are equal, in a time that depends on their length alone. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** The name of the caller at the request's address. */
export async function addressCaller(
  ctx: Pick<ActionCtx, "meta">,
  request: Request,
  settings: Settings,
): Promise<string> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return `address:${countedAddress(ip, request.headers.get("X-Forwarded-For"), settings)}`;
}

/** The address that a trusted proxy reports, else `peer`. An IPv6 address stands for its network. */
export function countedAddress(
  peer: string | null,
  forwardedFor: string | null,
  { trustProxy }: Pick<Settings, "trustProxy">,
): string {
  const forwarded = trustProxy ? forwardedAddress(forwardedFor) : null;
  return forwarded ?? (peer === null ? "unknown" : (networkOf(peer) ?? peer));
}

/**
 * The last entry of X-Forwarded-For, which the trusted proxy appended: the client may have sent the others. Without the port
 * that some proxies add; null where it is no address.
 */
export function forwardedAddress(header: string | null): string | null {
  const last = header?.split(",").at(-1)?.trim() ?? "";
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(last)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(last)?.[1];
  return networkOf(bracketed ?? withPort ?? last);
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
/** The groups of an IPv6 network: its owner has all 2^64 addresses in it. */
const NETWORK_GROUPS = 4;

/** An IPv4 address, or the /64 network of an IPv6 address, in one spelling; null for no address. */
function networkOf(address: string): string | null {
  const inner = /^::ffff:(\d[\d.]+)$/i.exec(address)?.[1] ?? address;
  if (IPV4.test(inner)) return inner;
  const groups = groupsOf(inner.toLowerCase());
  return groups === null ? null : `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros; null for no address. */
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
