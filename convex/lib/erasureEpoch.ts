/**
 * The number of erasures and rewordings so far. Work that reads texts in one transaction and writes in a later one compares it,
 * so that nothing writes back what was erased or corrected in between.
 */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { writeErasureEpoch } from "./sharedRows";

/** The epoch now. Read it in the transaction that reads the texts, or before. */
export async function current(ctx: QueryCtx): Promise<number> {
  return (await ctx.db.query("erasureEpoch").first())?.count ?? 0;
}

/** Belongs in every mutation that erases, or replaces a text. */
export async function advance(ctx: MutationCtx): Promise<void> {
  const row = await ctx.db.query("erasureEpoch").first();
  await writeErasureEpoch(ctx, row, { count: (row?.count ?? 0) + 1 });
}

/** Why work that an erasure overtook was not written. */
export const OVERTAKEN = "something that it was shown may have been erased or corrected meanwhile";
