/** The order of Convex values, as used by filters. */
import { compareValues as compareDecoded, jsonToConvex } from "convex/values";
import type { ConvexJson } from "../types";

/**
 * Negative, zero or positive if `a` sorts before, with or after `b`, as in the library: undefined < null < int64 <
 * float64 < boolean < string < bytes < array < object. The commit timestamp placeholder sorts as the largest int64.
 */
export function compareValues(a: ConvexJson | undefined, b: ConvexJson | undefined): number {
  if (a === b && a !== 0) return 0;
  return compareDecoded(decoded(a), decoded(b));
}

function decoded(json: ConvexJson | undefined) {
  return json === undefined ? undefined : jsonToConvex(json);
}
