/** Reads within a budget of bytes, for rows whose size callers decide. */
import { getConvexSize, type Value } from "convex/values";

/** A quarter of a transaction's read limit: the rest is for its other reads and writes. */
export const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The first of `rows` that `keep` accepts: at most `limit`, and none after `maxRead` rows or `maxBytes` have been read. `more`
 * is true where others may follow.
 */
export async function takeWithinBudget<Row extends Value>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  limit: number,
  { maxBytes = MAX_BYTES, maxRead = Infinity, keep = (_: Row): boolean => true } = {},
): Promise<{ rows: Row[]; more: boolean }> {
  const taken: Row[] = [];
  let [read, bytes] = [0, 0];
  for await (const row of rows) {
    if (keep(row)) taken.push(row);
    read += 1;
    bytes += getConvexSize(row);
    if (taken.length === limit || read === maxRead || bytes >= maxBytes) return { rows: taken, more: true };
  }
  return { rows: taken, more: false };
}
