/** Documents by id, for ids that the counts say are there. */
import type { Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/**
 * The documents with these ids, in this order.
 * @throws when one is missing: a list and its counts change in one mutation, so that can't be.
 */
export async function present<Table extends TableNames>(
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
