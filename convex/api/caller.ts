/** Identifies callers, by their token or by their address. Rate limits and idempotency keys belong to a caller. */
import type { ActionCtx } from "../_generated/server";
import { hex, sha256 } from "../lib/sha256";
import type { Settings } from "../lib/settings";

/** The token that an endpoint requires; `read`: any, and none where READ_TOKEN is unset. */
export type Auth = "none" | "read" | "write" | "tick";

/** The classes of tokens that open an endpoint, or identify its caller where it needs none. */
const ACCEPTED = {
  none: ["read", "write", "tick"],
  read: ["read", "write", "tick"],
  write: ["write"],
  tick: ["tick"],
} as const satisfies Record<Auth, readonly (keyof Settings["tokens"])[]>;

/** Who sent a request with a right token. */
export interface Caller {
  /** Tells callers apart: made from the name, else from the token's hash. */
  readonly key: string;
  /** As the settings name the token's holder. */
  readonly name?: string | undefined;
}

/** Half a SHA-256: distinguishes callers and does not reveal the token. */
const KEY_BYTES = 16;

/** Whether the endpoint refuses requests without a token. */
export function needsToken(auth: Auth, { tokens }: Settings): boolean {
  return auth === "read" ? tokens.read.length > 0 : auth !== "none";
}

/** The caller with a right token for the endpoint, also where it needs none; null for a missing, malformed or wrong token. */
export async function tokenCaller(
  authorization: string | null,
  auth: Auth,
  settings: Settings,
): Promise<Caller | null> {
  const presented = bearerToken(authorization);
  return presented === null ? null : await holderOf(presented, auth, settings);
}

/** The caller who holds a token of the class. Compares with every token, in a time that does not depend on which is right. */
export async function holderOf(presented: string, auth: Auth, { tokens }: Settings): Promise<Caller | null> {
  const digest = await sha256(presented);
  const listed = ACCEPTED[auth].flatMap((accepted) => tokens[accepted]);
  const digests = await Promise.all(listed.map(({ token }) => sha256(token)));
  const [holder] = listed.filter((_, i) => sameBytes(digest, digests[i] ?? new Uint8Array()));
  if (holder === undefined) return null;
  const { name } = holder;
  return { key: name === undefined ? `token:${hex(digest.subarray(0, KEY_BYTES))}` : `name:${name}`, name };
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
