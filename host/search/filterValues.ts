/** Hashes of filter values. Search rows store them in place of the values, which may be long. */
import { createHash } from "node:crypto";
import type { ConvexJson } from "../types";
import { encodeKey } from "../values/keys";

/** 128 bits: collisions are practically impossible. */
export const FILTER_HASH_BYTES = 16;

/** Hashes the value's index key, so that two values are equal here exactly when they are equal in an index. */
export function filterHash(value: ConvexJson | undefined): Buffer {
  return createHash("sha256")
    .update(encodeKey([value]))
    .digest()
    .subarray(0, FILTER_HASH_BYTES);
}
