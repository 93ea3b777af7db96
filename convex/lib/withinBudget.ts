/** Reads within a budget of bytes, for rows whose size callers decide. */
import { getConvexSize, type Value } from "convex/values";

/** A quarter of a transaction's read limit: the rest is for its other reads and writes. */
export const MOST_BYTES = 4 * 1024 * 1024;

/** The first of `rows`: at most `limit`, and none after they take `maxBytes`. `more` is true where others may follow. */
export async function takeWithinBudget<Row extends Value>(
  rows: AsyncIterable<Row>,
  limit: number,
  maxBytes = MOST_BYTES,
): Promise<{ rows: Row[]; more: boolean }> {
  const taken: Row[] = [];
  let bytes = 0;
  for await (const row of rows) {
    taken.push(row);
    bytes += getConvexSize(row);
    if (taken.length === limit || bytes >= maxBytes) return { rows: taken, more: true };
  }
  return { rows: taken, more: false };
}
