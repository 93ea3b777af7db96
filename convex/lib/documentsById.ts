/** Reads documents by ids from outside, and from lists. */
import { getConvexSize } from "convex/values";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** The document with an id from outside; null where it names none. */
export async function documentById<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  text: string,
): Promise<Doc<Table> | null> {
  const id = ctx.db.normalizeId(table, text);
  return id && (await ctx.db.get(table, id));
}

/**
 * The documents with these ids, in this order.
 * @throws {Error} where one is missing: a document and its list change in one mutation
 */
export async function documentsById<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  ids: readonly string[],
): Promise<Doc<Table>[]> {
  return await Promise.all(
    ids.map(async (id) => {
      const document = await documentById(ctx, table, id);
      if (document === null) throw new Error(`the list of ${table} names a missing document`);
      return document;
    }),
  );
}

/** The longest documents take 1.5 MB together. */
const MAX_CONCURRENT_READS = 16;

/** As `documentsById`, but stops once the documents take `maxBytes`. */
export async function documentsWithin<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  ids: readonly string[],
  maxBytes: number,
): Promise<Doc<Table>[]> {
  const rows: Doc<Table>[] = [];
  let bytes = 0;
  for (let i = 0; i < ids.length && bytes < maxBytes; i += MAX_CONCURRENT_READS) {
    const next = await documentsById(ctx, table, ids.slice(i, i + MAX_CONCURRENT_READS));
    rows.push(...next);
    bytes += next.reduce((sum, row) => sum + getConvexSize(row), 0);
  }
  return rows;
}

/** As `documentsById`, for ids that were stored elsewhere: without the documents that were erased since. */
export async function documentsLeft<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  ids: readonly Id<Table>[],
): Promise<Doc<Table>[]> {
  const documents = await Promise.all(ids.map((id) => ctx.db.get(table, id)));
  return documents.filter((document) => document !== null);
}
