/**
 * Notes which rows of an open export change, in the transaction that changes them, so that no page of the export can miss one.
 * Without an open export it costs one read, of one row.
 */
import type { TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** The open export's run of its lease, by the database of the transaction that has read it; 0 without one. */
const openRuns = new WeakMap<object, Promise<number>>();

/** Notes that a row of a table changes, is inserted or is deleted. */
export async function note(ctx: MutationCtx, table: TableNames, row: string): Promise<void> {
  const run = await openRun(ctx);
  if (run === 0) return;
  const known = await ctx.db
    .query("exportChanges")
    .withIndex("by_row", (q) => q.eq("run", run).eq("row", row))
    .first();
  if (known === null) await ctx.db.insert("exportChanges", { run, table, row, page: 0 });
  else if (known.page !== 0) await ctx.db.patch("exportChanges", known._id, { page: 0 });
}

async function openRun({ db }: MutationCtx): Promise<number> {
  const known = openRuns.get(db);
  if (known !== undefined) return await known;
  const read = db
    .query("exportState")
    .first()
    .then((state) => state?.run ?? 0);
  openRuns.set(db, read);
  return await read;
}
