/** Writing imported clusters, their members and their themes. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Clusters from "../consolidation/clusters";
import * as CoreMemories from "../consolidation/coreMemories";
import * as Progress from "../consolidation/progress";
import { writeCluster, writeCoreMemory, writeMember } from "../consolidation/rows";
import { leaveCluster } from "../consolidation/leave";
import type { Settings } from "../lib/settings";

type Fields<Table extends "clusters" | "clusterMembers" | "coreMemories"> = WithoutSystemFields<Doc<Table>>;

/** A cluster; its members come with rows of their own. */
export async function putCluster(
  ctx: MutationCtx,
  row: Omit<Fields<"clusters">, "members">,
  known: Doc<"clusters"> | null,
): Promise<Id<"clusters">> {
  const { members } = known ?? { members: [] };
  return await writeCluster(ctx, known, { ...row, members, size: members.length });
}

/** A member. A memory that this service has put into another cluster meanwhile leaves that. Null where the memory is gone. */
export async function putMember(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  row: Fields<"clusterMembers">,
  known: Doc<"clusterMembers"> | null,
): Promise<Id<"clusterMembers"> | null> {
  const memory = await ctx.db.get("memories", row.memoryId);
  if (memory === null || (await ctx.db.get("clusters", row.clusterId)) === null) return null;
  if (known !== null) await removeMember(ctx, known);
  else await leaveCluster(ctx, now, settings, memory);
  const { place } = memory;
  const fields = { ...row, place };
  await setMembers(ctx, row.clusterId, (members) => [...members, { memoryId: memory._id, place }]);
  return await writeMember(ctx, known, fields);
}

/** Takes a member out of its cluster's list. Its share of the sums goes with the cluster's own line. */
export async function removeMember(
  ctx: MutationCtx,
  { clusterId, memoryId }: Doc<"clusterMembers">,
): Promise<void> {
  await setMembers(ctx, clusterId, (members) => members.filter((one) => one.memoryId !== memoryId));
}

async function setMembers(
  ctx: MutationCtx,
  clusterId: Id<"clusters">,
  change: (members: Doc<"clusters">["members"]) => Doc<"clusters">["members"],
): Promise<void> {
  const cluster = await ctx.db.get("clusters", clusterId);
  if (cluster === null) return;
  const members = change(cluster.members).sort((a, b) => a.place - b.place);
  await writeCluster(ctx, cluster, { ...cluster, members, size: members.length });
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
  row: Fields<"coreMemories">,
  known: Doc<"coreMemories"> | null,
): Promise<Id<"coreMemories"> | null> {
  if ((await ctx.db.get("clusters", row.clusterId)) === null) return null;
  const before = known ?? (await CoreMemories.ofCluster(ctx, row.clusterId));
  return await writeCoreMemory(ctx, before, row);
}
