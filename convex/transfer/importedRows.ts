/** Which row here is which row of a source. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ExportedTable } from "../lib/exportedTables";
import { serviceOf } from "./exports";
import { writeImported } from "./rows";

export interface Imported {
  /** Empty where the row is erased. */
  readonly row: string;
  readonly export: number;
  readonly seq: number;
}

/** What was imported for an id of a table; null where nothing was. This service's own rows are themselves. */
export async function find(
  ctx: QueryCtx,
  source: string,
  table: ExportedTable,
  id: string,
): Promise<Imported | null> {
  const known = await rowOf(ctx, source, table, id);
  if (known !== null || source !== (await serviceOf(ctx))) return known;
  const own = ctx.db.normalizeId(table, id);
  if (own === null || (await ctx.db.get(table, own)) === null) return null;
  return { row: own, export: Infinity, seq: 0 };
}

/** Records what a line of a row has become. */
export async function remember(
  ctx: MutationCtx,
  imported: Omit<Doc<"importedRows">, "_id" | "_creationTime"> & { readonly table: ExportedTable },
): Promise<void> {
  const known = await rowOf(ctx, imported.source, imported.table, imported.id);
  await writeImported(ctx, known, imported);
}

async function rowOf(
  ctx: QueryCtx,
  source: string,
  table: ExportedTable,
  id: string,
): Promise<Doc<"importedRows"> | null> {
  return await ctx.db
    .query("importedRows")
    .withIndex("by_row", (q) => q.eq("source", source).eq("table", table).eq("id", id))
    .unique();
}
