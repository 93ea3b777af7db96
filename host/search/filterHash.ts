/** Values of filter fields by a hash of fixed length, which stands in search rows in their place. */
import { createHash } from "node:crypto";
import type { ConvexJson } from "../types";
import { encodeKey } from "../values/keys";

/** 128 bits: two values that differ never meet. */
export const FILTER_HASH_BYTES = 16;

/** The hash of a value as an index key encodes it, so that values are equal here as they are in an index. */
export function filterHash(value: ConvexJson | undefined): Buffer {
  return createHash("sha256")
    .update(encodeKey([value]))
    .digest()
    .subarray(0, FILTER_HASH_BYTES);
}
