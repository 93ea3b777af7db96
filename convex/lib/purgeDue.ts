/** Requests a purge of erased data from the storage. A host that can purge its storage does so; Convex ignores the request. */
import type { MutationCtx } from "../_generated/server";
import { writePurgeDue } from "./sharedRows";

/** Call it in every mutation that erases. */
export async function request(ctx: MutationCtx, now: number): Promise<void> {
  const row = await ctx.db.query("purgeDue").first();
  await writePurgeDue(ctx, row, { at: Math.max(now, row?.at ?? 0) });
}

/** Records that everything erased before `until` (ms since the epoch) is purged. */
export async function done(ctx: MutationCtx, until: number): Promise<void> {
  const row = await ctx.db.query("purgeDue").first();
  if (row !== null && row.at < until) await writePurgeDue(ctx, row, null);
}
