/**
 * Keeps what undoing a consolidation needs: the cluster that each moved member came from, and how changed themes looked.
 * Labels are the only text kept here, and an erasure deletes them.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as CoreMemories from "./coreMemories";
import * as Progress from "./progress";
import { dropTheme, writeMove, writeThemeBefore } from "./rows";

/**
 * Keeps a cluster's theme before change set `changedBy` (its place) first changes it. The caller then writes `changedBy` into
 * the cluster. Returns whether there was a theme to keep.
 */
export async function keepTheme(
  ctx: MutationCtx,
  changedBy: number,
  { _id: clusterId, labelState, changedBy: before }: Doc<"clusters">,
): Promise<boolean> {
  // The same set has kept it already, or created the cluster.
  if (before === changedBy) return false;
  const core = await CoreMemories.ofCluster(ctx, clusterId);
  await writeThemeBefore(ctx, null, {
    ...{ changedBy, clusterId, labelState, before },
    theme: core === null ? undefined : CoreMemories.themeOf(core),
  });
  return core !== null;
}

/** Keeps a member's cluster before the change set first moves it. The caller then writes `changedBy` into the member. */
export async function keepMove(
  ctx: MutationCtx,
  changedBy: number,
  { place, clusterId: from, movedBy: before }: Doc<"clusterMembers">,
): Promise<void> {
  if (before === changedBy) return;
  await writeMove(ctx, null, { changedBy, place, from, before });
}

/**
 * Records that a memory leaves its cluster because it was erased or reworded. The last set that changed the cluster can't be
 * undone any more, nor can earlier sets, because consolidations are undone newest first.
 */
export async function fix(
  ctx: MutationCtx,
  now: number,
  { changedBy }: Doc<"clusters">,
  memoryId: Id<"memories">,
): Promise<void> {
  const { fixed } = await Progress.read(ctx);
  if (changedBy === undefined || changedBy <= (fixed?.to ?? -1)) return;
  await Progress.update(ctx, { fixed: { to: changedBy, memoryId, at: now } });
}

/** Deletes at most `limit` themes kept by the sets up to place `to`. Returns whether none is left. */
export async function dropThemes(ctx: MutationCtx, to: number, limit: number): Promise<boolean> {
  const rows = await ctx.db
    .query("themesBefore")
    .withIndex("by_change", (q) => q.lte("changedBy", to))
    .take(limit);
  for (const row of rows) await dropTheme(ctx, row);
  return rows.length < limit;
}
