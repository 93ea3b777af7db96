/** The one row on the progress of consolidation and of undoing it. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type Progress = WithoutSystemFields<Doc<"consolidationProgress">>;

const NONE: Progress = { caughtUpAt: 0 };

export async function read(ctx: QueryCtx): Promise<Progress> {
  return (await ctx.db.query("consolidationProgress").first()) ?? NONE;
}

/** Applies the changes; a field that is undefined is removed. */
export async function update(ctx: MutationCtx, changes: Partial<Progress>): Promise<void> {
  const row = await ctx.db.query("consolidationProgress").first();
  if (row === null) await ctx.db.insert("consolidationProgress", { ...NONE, ...changes });
  else await ctx.db.patch("consolidationProgress", row._id, changes);
}
