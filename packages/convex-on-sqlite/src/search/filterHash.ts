/** Hashes the values of filter fields to a fixed length for search rows. */
import { createHash } from "node:crypto";
import type { ConvexJson } from "../types";
import { encodeKey } from "../values/keys";

/** 128 bits, which makes collisions practically impossible. */
export const FILTER_HASH_BYTES = 16;

/** Hashes a value in its index key encoding, so that values are equal here exactly if they are equal in an index. */
export function filterHash(value: ConvexJson | undefined): Buffer {
  return createHash("sha256")
    .update(encodeKey([value]))
    .digest()
    .subarray(0, FILTER_HASH_BYTES);
}
