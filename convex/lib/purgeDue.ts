/** Asks the database's storage to be purged of what was erased, where its host can do that. */
import type { MutationCtx } from "../_generated/server";

/** Belongs in every mutation that erases. */
export async function request(ctx: MutationCtx, now: number): Promise<void> {
  const row = await ctx.db.query("purgeDue").first();
  if (row === null) await ctx.db.insert("purgeDue", { at: now });
  else await ctx.db.patch("purgeDue", row._id, { at: Math.max(now, row.at) });
}

/** Records that all is purged that was erased before `until`. */
export async function done(ctx: MutationCtx, until: number): Promise<void> {
  const row = await ctx.db.query("purgeDue").first();
  if (row !== null && row.at < until) await ctx.db.delete("purgeDue", row._id);
}
