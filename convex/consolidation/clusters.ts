/** The clusters of memories and their members. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { Cluster } from "../../mind/clustering/cluster";
import { vectorBytes } from "../../mind/ranking/packedVectors";
import * as CoreMemories from "./coreMemories";
import { isNeeded, writeCluster } from "./rows";

/** How many of the memories at these places each cluster has. */
export async function memberCounts(
  ctx: QueryCtx,
  places: readonly number[],
): Promise<Map<Id<"clusters">, number>> {
  const members = await Promise.all(places.map((place) => find(ctx, place)));
  const counts = new Map<Id<"clusters">, number>();
  for (const member of members)
    if (member !== null) counts.set(member.clusterId, (counts.get(member.clusterId) ?? 0) + 1);
  return counts;
}

/** The largest clusters with labels in this state. */
export async function byLabelState(
  ctx: QueryCtx,
  labelState: Doc<"clusters">["labelState"],
  limit: number,
): Promise<Doc<"clusters">[]> {
  return await ctx.db
    .query("clusters")
    .withIndex("by_labelState", (q) => q.eq("labelState", labelState))
    .order("desc")
    .take(limit);
}

/**
 * Writes a cluster and updates its core memory. A cluster without members is deleted, unless an undo may need it; then
 * returns null. `changedBy`: the place of the change set; absent: as in the row.
 */
export async function write(
  ctx: MutationCtx,
  row: Doc<"clusters"> | null,
  members: Doc<"clusters">["members"],
  {
    scope,
    model,
    cluster,
    reinforcedAt,
    changedBy = row?.changedBy,
  }: {
    scope: string;
    model: string;
    cluster: Cluster;
    reinforcedAt: number | null;
    changedBy?: number | undefined;
  },
): Promise<Id<"clusters"> | null> {
  const theme = row === null ? null : await CoreMemories.ofCluster(ctx, row._id);
  if (theme !== null && !cluster.isTheme) await CoreMemories.remove(ctx, theme);
  const isEmpty = members.length === 0;
  if (isEmpty && (row === null || !(await isNeeded(ctx, row._id)))) {
    if (row !== null) await writeCluster(ctx, row, null);
    return null;
  }
  // Without members the sums are set to exactly zero, since subtraction leaves rounding errors.
  const { embeddingSum, ...sums } = isEmpty ? new Cluster().sums : cluster.sums;
  const size = members.length;
  let labelState: Doc<"clusters">["labelState"] = row?.labelState ?? "none";
  if (!cluster.isTheme) labelState = "none";
  else if (theme === null || CoreMemories.isLabelOutdated(theme, size)) labelState = "stale";
  const packedSum = { embeddingSum: vectorBytes(embeddingSum) };
  const fields = { scope, ...sums, ...packedSum, members, model, labelState, changedBy };
  if (theme !== null && cluster.isTheme)
    await CoreMemories.updateMembers(ctx, theme, { size, confidence: cluster.confidence, reinforcedAt });
  return await writeCluster(ctx, row, fields);
}

/** The membership of the memory at `place`; null if it is in no cluster. */
export async function find(ctx: QueryCtx, place: number): Promise<Doc<"clusterMembers"> | null> {
  return await getOneFrom(ctx.db, "clusterMembers", "by_place", place);
}

/** The memberships of the memories from place `from` to below `to`, in order; at most `max`. */
export async function between(
  ctx: QueryCtx,
  from: number,
  to: number,
  max: number,
): Promise<Doc<"clusterMembers">[]> {
  return await ctx.db
    .query("clusterMembers")
    .withIndex("by_place", (q) => q.gte("place", from).lt("place", to))
    .take(max);
}
