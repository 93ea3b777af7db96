/** Counts totals from the rows. */
import type { TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Table } from "../lib/rows";
import * as Totals from "../lib/totals";
import { takeWithinBudget } from "../lib/withinBudget";
import { ALL } from "../registry/tables";
import { rowsAfter, type Difference } from "./checks";

export type Sums = { readonly [Name in Totals.Name]?: Totals.Counts };

const MAX_ROWS = 500;
const MAX_BYTES = 1024 * 1024;

export const counted = ALL.filter(({ counts }) => counts !== undefined);

/** What rows of a table add to the totals: those that were made after `after`, up to `next`, null at the end. */
export async function count(
  ctx: QueryCtx,
  table: Table<TableNames>,
  after: number,
): Promise<{ sums: Sums; rows: number; next: number | null }> {
  const { rows, more } = await takeWithinBudget(rowsAfter(ctx, table.name, after), MAX_ROWS, {
    maxBytes: MAX_BYTES,
  });
  const sums = rows.reduce<Sums>((sums, row) => plus(sums, table.counts?.(row) ?? {}), {});
  return { sums, rows: rows.length, next: more ? (rows.at(-1)?._creationTime ?? null) : null };
}

export function plus(one: Sums, other: Sums): Sums {
  const sums: Record<string, Totals.Counts> = { ...one };
  for (const [name, counts] of Object.entries(other)) {
    const sum: Record<string, number> = { ...sums[name] };
    for (const [of, value] of Object.entries(counts)) sum[of] = (sum[of] ?? 0) + value;
    sums[name] = sum;
  }
  return sums;
}

/** The sums of one total that are not what was counted. */
export function differences(name: Totals.Name, kept: Totals.Counts, sums: Totals.Counts): Difference[] {
  return [...new Set([...Object.keys(kept), ...Object.keys(sums)])]
    .map((of) => ({ of, is: kept[of] ?? 0, counted: sums[of] ?? 0 }))
    .filter(({ is, counted }) => is !== counted)
    .map(({ of, is, counted }) => ({
      text: `the total ${name}.${of} is ${is}, but its rows add up to ${counted}`,
      repair: (ctx) => Totals.move(ctx, name, { [of]: is }, { [of]: counted }),
    }));
}
