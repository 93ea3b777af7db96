/**
 * Pages of logs, whose rows are only added at the end and deleted at the start. Each row stores how many rows came before it,
 * in all and for each filter. So exact totals and pages of every filter cost one written row.
 */

import type { RangeArgs } from "./validators";

/** The rows that a filter selects, by place. */
export interface Numbered<Row> {
  /** The rows at places from `from` (inclusive) to `to` (exclusive). */
  readonly between: (from: number, to: number) => Ordered<Row>;
  readonly placeOf: (row: Row) => number;
}

interface Ordered<Row> {
  first(): Promise<Row | null>;
  order(order: "desc"): { first(): Promise<Row | null>; take(limit: number): Promise<Row[]> };
}

/** One page, newest first. Reads O(log n + page) rows. */
export async function page<Row extends { readonly at: number }>(
  { between, placeOf }: Numbered<Row>,
  { since, until, limit, offset }: RangeArgs,
): Promise<{ rows: Row[]; total: number; hasMore: boolean }> {
  const [oldest, newest] = [
    await between(0, Infinity).first(),
    await between(0, Infinity).order("desc").first(),
  ];
  const low = oldest === null ? 0 : placeOf(oldest);
  const high = newest === null ? 0 : placeOf(newest) + 1;
  /** The place of the first row that is late enough. */
  const search = async (isLateEnough: (at: number) => boolean): Promise<number> => {
    let [from, to] = [low, high];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const row = await between(middle, middle + 1).first();
      if (row !== null && !isLateEnough(row.at)) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const from = since === undefined ? low : await search((at) => at > since);
  const to = until === undefined ? high : await search((at) => at >= until);
  const total = Math.max(0, to - from);
  const rows = await between(from, to - offset)
    .order("desc")
    .take(limit);
  return { rows, total, hasMore: offset + rows.length < total };
}
