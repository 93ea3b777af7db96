/** Bearer tokens: reading one from a request, and comparing it without telling how near it came. */
import type { Settings } from "../lib/settings";
import { hex, sha256 } from "../lib/sha256";

/** Which token an endpoint asks for. */
export type Auth = "none" | "write" | "tick";

/** Half a SHA-256: enough to tell callers apart, and no way back to the token. */
const NAME_BYTES = 16;

/**
 * The name of the caller who holds the right token of the class, made from the token's hash; null for a missing,
 * malformed or wrong one, and where the endpoint asks for none.
 */
export async function tokenCaller(
  authorization: string | null,
  auth: Auth,
  settings: Settings,
): Promise<string | null> {
  const expected = expectedToken(auth, settings);
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

function expectedToken(auth: Auth, settings: Settings): string | null {
  switch (auth) {
    case "none":
      return null;
    case "write":
      return settings.writeToken;
    case "tick":
      return settings.tickToken;
  }
}
