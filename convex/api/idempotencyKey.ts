/** The Idempotency-Key header: what a request claims by it, and what becomes of a claim. */
import type { Answered, Claim } from "../model/idempotency";
import { hex, sha256 } from "./digest";
import { invalid, keyReused } from "./errors";

/**
 * The header's key; null where there is none.
 * @throws {ApiError} 400 for a key outside its bounds, which is never quoted
 */
export function readKey(headers: Headers): string | null {
  const key = headers.get("Idempotency-Key");
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid("Idempotency-Key", "must be 1 to 255 printable ASCII characters");
  }
  return key;
}

/** The claim of one caller's key on one path, for a body byte for byte. */
export async function claimFor(
  caller: string,
  path: string,
  key: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<Claim> {
  const [slot, bodyHash] = await Promise.all([sha256([caller, path, key].join("\n")), sha256(body)]);
  return { slot: hex(slot), bodyHash: hex(bodyHash) };
}

/**
 * The answer of work done under a claim.
 * @throws {ApiError} 422 where the key belongs to another body
 */
export function settled<Body>(answered: Answered<Body>): Body {
  if (answered.kind === "mismatch") throw keyReused();
  return answered.body;
}
