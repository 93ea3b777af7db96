/**
 * Notes which rows of an open export change, in the transaction that changes them, so that no page of the export can miss one.
 * Without an open export it costs one read, of one row.
 */
import type { TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { oncePerTransaction } from "./oncePerTransaction";

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

/** The open export's run of its lease; 0 without one. */
const openRun = oncePerTransaction(async (ctx: MutationCtx) => {
  return (await ctx.db.query("exportState").first())?.run ?? 0;
});
