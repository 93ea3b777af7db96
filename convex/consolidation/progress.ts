/** The one row on the progress of consolidation and of undoing it. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Fields } from "../lib/rows";
import { writeProgress } from "./rows";

type Progress = Fields<"consolidationProgress">;

const NONE = { caughtUpAt: 0, consolidatedTo: 0, lastConsolidation: 0 };

export async function read(ctx: QueryCtx): Promise<Progress & typeof NONE> {
  return { ...NONE, ...(await ctx.db.query("consolidationProgress").first()) };
}

/** Applies the changes; a field that is undefined is removed. */
export async function update(ctx: MutationCtx, changes: Partial<Progress>): Promise<void> {
  const row = await ctx.db.query("consolidationProgress").first();
  await writeProgress(ctx, row, { ...NONE, ...row, ...changes });
}
