/** Documents by id, for ids that the counts say are there. */
import { getConvexSize } from "convex/values";
import type { Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { MOST_BYTES } from "./withinBudget";

/**
 * The documents with these ids, in this order.
 * @throws when one is missing: a list and its counts change in one mutation, so that can't be.
 */
export async function documentsById<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  ids: readonly string[],
): Promise<Doc<Table>[]> {
  return await Promise.all(
    ids.map(async (text) => {
      const id = ctx.db.normalizeId(table, text);
      const document = id === null ? null : await ctx.db.get(table, id);
      if (document === null) throw new Error(`the counts of ${table} name a document that is not there`);
      return document;
    }),
  );
}

/** Documents read at once: the longest take a megabyte and a half together. */
const MOST_AT_ONCE = 16;

/** The first of the documents with these ids: no more once they take `mostBytes`. @throws as `present` */
export async function documentsWithin<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  ids: readonly string[],
  mostBytes = MOST_BYTES,
): Promise<Doc<Table>[]> {
  const rows: Doc<Table>[] = [];
  let bytes = 0;
  for (let i = 0; i < ids.length && bytes < mostBytes; i += MOST_AT_ONCE) {
    const next = await documentsById(ctx, table, ids.slice(i, i + MOST_AT_ONCE));
    rows.push(...next);
    bytes += next.reduce((sum, row) => sum + getConvexSize(row), 0);
  }
  return rows;
}
