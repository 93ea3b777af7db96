/** Lines that refer to rows which have not come yet. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ExportedTable } from "../lib/exportedTables";
import * as ImportedRows from "./importedRows";
import { writeWaiting } from "./rows";
import { takeWithinBudget } from "../lib/withinBudget";

export type Waiting = Omit<Doc<"importWaiting">, "_id" | "_creationTime" | "at" | "table"> & {
  readonly table: ExportedTable;
};

/** Keeps a line, or the parts of an applied one that refer to what is missing, until the row that it needs comes. */
export async function add(
  ctx: MutationCtx,
  { source, table, id, needs, applied, line, export: number }: Waiting,
): Promise<void> {
  await remove(ctx, source, id);
  const row = { source, table, id, needs, applied, line, export: number, at: Date.now() };
  await writeWaiting(ctx, null, row);
}

/** Of long lines no more are read at once. */
const MAX_BYTES = 1024 * 1024;

/** Lines that wait for any of these rows (`keyOf` of transfer/references), `limit` at most. */
export async function thatNeed(
  ctx: QueryCtx,
  source: string,
  keys: readonly string[],
  limit: number,
): Promise<Doc<"importWaiting">[]> {
  const found: Doc<"importWaiting">[] = [];
  for (const needs of keys) {
    if (found.length > 0 && found.length + 1 >= limit) break;
    const rows = ctx.db
      .query("importWaiting")
      .withIndex("by_needs", (q) => q.eq("source", source).eq("needs", needs));
    const taken = await takeWithinBudget(rows, Math.max(1, limit - found.length), { maxBytes: MAX_BYTES });
    found.push(...taken.rows);
    if (taken.more) break;
  }
  return found;
}

/** The lines of a source that wait, by the ids of their rows, after the one with the id `after`. `more`: whether others may follow. */
export async function page(
  ctx: QueryCtx,
  source: string,
  after: string,
  limit: number,
): Promise<{ rows: Doc<"importWaiting">[]; more: boolean }> {
  const waiting = ctx.db
    .query("importWaiting")
    .withIndex("by_source_id", (q) => q.eq("source", source).gt("id", after));
  return await takeWithinBudget(waiting, limit, { maxBytes: MAX_BYTES });
}

/** Deletes at most `limit` lines that have waited since before `before`. Whether there may be more. */
export async function deleteOld(ctx: MutationCtx, before: number, limit: number): Promise<boolean> {
  const rows = await ctx.db
    .query("importWaiting")
    .withIndex("by_at", (q) => q.lt("at", before))
    .take(limit);
  for (const row of rows) await writeWaiting(ctx, row, null);
  return rows.length === limit;
}

/** Erases a line that waits. A repeated import does not bring it again. */
export async function erase(ctx: MutationCtx, waiting: Doc<"importWaiting">): Promise<void> {
  const { source, table, id, line, export: number } = waiting;
  const { seq } = JSON.parse(line) as { readonly seq: number };
  const known = await ImportedRows.find(ctx, source, table, id);
  await ImportedRows.remember(ctx, { source, table, id, export: number, seq, row: known?.row ?? "" });
  await writeWaiting(ctx, waiting, null);
}

/** Removes newer versions of an erased row that wait. `row`: its id here. */
export async function removeNewerOf(ctx: MutationCtx, row: string): Promise<void> {
  if ((await ctx.db.query("importWaiting").first()) === null) return;
  const imported = ctx.db.query("importedRows").withIndex("by_row_here", (q) => q.eq("row", row));
  for (const { source, id } of await imported.take(8)) await remove(ctx, source, id);
}

export async function remove(ctx: MutationCtx, source: string, id: string): Promise<void> {
  const rows = await ctx.db
    .query("importWaiting")
    .withIndex("by_source_id", (q) => q.eq("source", source).eq("id", id))
    .take(8);
  for (const row of rows) await writeWaiting(ctx, row, null);
}
