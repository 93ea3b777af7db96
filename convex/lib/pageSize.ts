/** The `limit` of live queries. */
import { ConvexError } from "convex/values";

const MAX = 100;

/**
 * The limit, `usual` where left out.
 * @throws {ConvexError} unless it is a whole number from 1 to 100
 */
export function pageSize(limit: number | undefined, usual = 20): number {
  const size = limit ?? usual;
  if (Number.isInteger(size) && size >= 1 && size <= MAX) return size;
  throw new ConvexError({
    code: "VALIDATION_ERROR",
    message: `limit must be a whole number from 1 to ${MAX}, received ${size}`,
  });
}
