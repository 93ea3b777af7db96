/**
 * What undoing a consolidation needs, kept by the steps of the run with its change set: where members were, and how themes
 * looked. The labels are the only text that is kept here, and an erasure drops them.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as CoreMemories from "./coreMemories";
import * as Progress from "./progress";

/**
 * Keeps a cluster's theme before the set at place `changedBy` changes it for the first time; the caller writes that place into
 * the cluster. Whether it kept one.
 */
export async function keepTheme(
  ctx: MutationCtx,
  changedBy: number,
  { _id: clusterId, labelState, changedBy: before }: Doc<"clusters">,
): Promise<boolean> {
  // Kept already, or created by the same set.
  if (before === changedBy) return false;
  const core = await CoreMemories.ofCluster(ctx, clusterId);
  await ctx.db.insert("themesBefore", {
    ...{ changedBy, clusterId, labelState },
    ...(core === null ? {} : { theme: CoreMemories.themeOf(core) }),
    ...(before === undefined ? {} : { before }),
  });
  return core !== null;
}

/** Keeps where a member was before the set moves it for the first time; the caller writes `changedBy` into the member. */
export async function keepMove(
  ctx: MutationCtx,
  changedBy: number,
  { place, clusterId: from, movedBy: before }: Doc<"clusterMembers">,
): Promise<void> {
  if (before === changedBy) return;
  await ctx.db.insert("clusterMoves", {
    changedBy,
    place,
    from,
    ...(before === undefined ? {} : { before }),
  });
}

/** Whether undoing a set may need the cluster, so that it stays though it is empty. */
export async function isNeeded(ctx: QueryCtx, clusterId: Id<"clusters">): Promise<boolean> {
  const kept = ctx.db.query("themesBefore").withIndex("by_cluster", (q) => q.eq("clusterId", clusterId));
  return (await kept.first()) !== null;
}

/**
 * Notes that a memory leaves its cluster because it was erased or reworded. The set that changed the cluster last can't be undone
 * any more, nor can those before it, which are undone after it.
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

/** Drops what at most `limit` clusters were before the sets up to this place. Whether none is left. */
export async function dropThemes(ctx: MutationCtx, to: number, limit: number): Promise<boolean> {
  const rows = await ctx.db
    .query("themesBefore")
    .withIndex("by_change", (q) => q.lte("changedBy", to))
    .take(limit);
  for (const row of rows) await dropTheme(ctx, row);
  return rows.length < limit;
}

/** Deletes a row, and its cluster where it was emptied and kept for it alone. */
export async function dropTheme(
  ctx: MutationCtx,
  { _id, clusterId }: Pick<Doc<"themesBefore">, "_id" | "clusterId">,
): Promise<void> {
  await ctx.db.delete("themesBefore", _id);
  const cluster = await ctx.db.get("clusters", clusterId);
  if (cluster?.size === 0 && !(await isNeeded(ctx, clusterId))) await ctx.db.delete("clusters", clusterId);
}

/** Drops at most `limit` moves of the sets up to this place. Whether none is left. */
export async function dropMoves(ctx: MutationCtx, to: number, limit: number): Promise<boolean> {
  const rows = await ctx.db
    .query("clusterMoves")
    .withIndex("by_change", (q) => q.lte("changedBy", to))
    .take(limit);
  for (const { _id } of rows) await ctx.db.delete("clusterMoves", _id);
  return rows.length < limit;
}
