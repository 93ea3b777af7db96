/** Requests a purge of erased data from the storage. A host that can purge its files does so; Convex ignores the request. */
import type { MutationCtx } from "../_generated/server";

/** Call it in every mutation that erases. */
export async function request(ctx: MutationCtx, now: number): Promise<void> {
  const row = await ctx.db.query("purgeDue").first();
  if (row === null) await ctx.db.insert("purgeDue", { at: now });
  else await ctx.db.patch("purgeDue", row._id, { at: Math.max(now, row.at) });
}

/** Records that everything erased before `until` (ms since the epoch) is purged. */
export async function done(ctx: MutationCtx, until: number): Promise<void> {
  const row = await ctx.db.query("purgeDue").first();
  if (row !== null && row.at < until) await ctx.db.delete("purgeDue", row._id);
}
