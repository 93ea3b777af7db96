/** Reading rows whose size callers decide: as many as fit, whatever they hold. */
import { getConvexSize, type Value } from "convex/values";

/** A quarter of what a transaction may read, so that whatever else it does has room, and what is written back as well. */
export const MOST_BYTES = 4 * 1024 * 1024;

/** The first of `rows`, `most` at most, and no more once they take `mostBytes`; `more` where there may be others. */
export async function takeWithinBudget<Row extends Value>(
  rows: AsyncIterable<Row>,
  most: number,
  mostBytes = MOST_BYTES,
): Promise<{ rows: Row[]; more: boolean }> {
  const taken: Row[] = [];
  let bytes = 0;
  for await (const row of rows) {
    taken.push(row);
    bytes += getConvexSize(row);
    if (taken.length === most || bytes >= mostBytes) return { rows: taken, more: true };
  }
  return { rows: taken, more: false };
}
