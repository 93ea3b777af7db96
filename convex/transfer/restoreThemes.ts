/** Writing restored clusters, their members and their themes. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { Cluster } from "../../mind/clustering/cluster";
import * as Clusters from "../consolidation/clusters";
import * as CoreMemories from "../consolidation/coreMemories";
import * as Progress from "../consolidation/progress";
import { writeCluster, writeCoreMemory, writeMember } from "../consolidation/rows";
import { leaveCluster } from "../consolidation/leave";
import type { Fields } from "../lib/rows";
import type { Settings } from "../lib/settings";

export type ClusterFields = Pick<Fields<"clusters">, "scope" | "model" | "embeddingSum" | "labelState">;
export type MemberFields = Omit<Fields<"clusterMembers">, "place">;
export type ThemeFields = Omit<Fields<"coreMemories">, "size">;

/** A cluster; its members come with rows of their own, and its sums are made of theirs. */
export async function putCluster(
  ctx: MutationCtx,
  row: ClusterFields,
  known: Doc<"clusters"> | null,
): Promise<Id<"clusters">> {
  const { embeddingSum: _none, ...sums } = new Cluster().sums;
  return await writeCluster(ctx, known, { ...(known ?? { ...sums, members: [] }), ...row });
}

/** A member. A memory that this service has put into another cluster meanwhile leaves that. Null where the memory is gone. */
export async function putMember(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  row: MemberFields,
  known: Doc<"clusterMembers"> | null,
): Promise<Id<"clusterMembers"> | null> {
  const memory = await ctx.db.get("memories", row.memoryId);
  if (memory === null || (await ctx.db.get("clusters", row.clusterId)) === null) return null;
  if (known !== null) await removeMember(ctx, known);
  else await leaveCluster(ctx, now, settings, memory);
  const { place } = memory;
  const fields = { ...row, place };
  await setMember(ctx, fields, 1);
  return await writeMember(ctx, known, fields);
}

/** Takes a member out of its cluster. */
export async function removeMember(ctx: MutationCtx, member: Doc<"clusterMembers">): Promise<void> {
  await setMember(ctx, member, -1);
}

/** Adds a member to its cluster (1) or takes it out (−1), with its share of the sums; that of the embeddings comes with the cluster's line. */
async function setMember(ctx: MutationCtx, member: Fields<"clusterMembers">, sign: 1 | -1): Promise<void> {
  const { clusterId, memoryId, place, model } = member;
  const cluster = await ctx.db.get("clusters", clusterId);
  if (cluster === null) return;
  const others = cluster.members.filter((one) => one.memoryId !== memoryId);
  const members = sign === 1 ? [...others, { memoryId, place }].sort((a, b) => a.place - b.place) : others;
  const counted = new Cluster(0, { ...cluster, embeddingSum: [] });
  counted.accumulate({ ...member, embedding: null }, sign);
  const { embeddingSum: _none, ...sums } = counted.sums;
  const embeddedCount = cluster.embeddedCount + (model !== "" && model === cluster.model ? sign : 0);
  await writeCluster(ctx, cluster, { ...cluster, ...sums, embeddedCount, members });
  const theme = await CoreMemories.ofCluster(ctx, clusterId);
  if (theme !== null) await writeCoreMemory(ctx, theme, { ...theme, size: members.length });
}

/** Erases a cluster with its theme and its members' rows; those memories are consolidated anew. */
export async function eraseCluster(ctx: MutationCtx, cluster: Doc<"clusters">): Promise<void> {
  const { members } = cluster;
  const theme = await CoreMemories.ofCluster(ctx, cluster._id);
  if (theme !== null) await CoreMemories.remove(ctx, theme);
  for (const { place } of members) {
    const member = await Clusters.find(ctx, place);
    if (member?.clusterId === cluster._id) await writeMember(ctx, member, null);
  }
  const { consolidatedTo } = await Progress.read(ctx);
  await Progress.update(ctx, { consolidatedTo: Math.min(consolidatedTo, members[0]?.place ?? Infinity) });
  await writeCluster(ctx, cluster, null);
}

/** A theme; one that this service has made for the cluster meanwhile gives way. Null where its cluster is gone. */
export async function putTheme(
  ctx: MutationCtx,
  fields: ThemeFields,
  known: Doc<"coreMemories"> | null,
): Promise<Id<"coreMemories"> | null> {
  const cluster = await ctx.db.get("clusters", fields.clusterId);
  if (cluster === null) return null;
  const row = { ...fields, size: cluster.size };
  const before = known ?? (await CoreMemories.ofCluster(ctx, row.clusterId));
  return await writeCoreMemory(ctx, before, row);
}
