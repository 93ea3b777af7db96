/** Takes a memory out of its cluster, because it is erased or says something else now. */
import { Cluster } from "../../mind/clustering/cluster";
import { unitVector, vectorOf } from "../../mind/ranking/packedVectors";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as Documents from "../search/documents";
import * as Clusters from "./clusters";
import * as CoreMemories from "./coreMemories";
import { extractedLabel } from "./themesToLabel";

/**
 * Subtracts the memory from its cluster and labels the theme anew, without its words. Call it while the memory's search document
 * is still there: the cluster's sum contains its vector.
 */
export async function leaveCluster(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { place }: Pick<Doc<"memories">, "place">,
): Promise<void> {
  const member = await Clusters.find(ctx, place);
  if (member === null) return;
  const row = await ctx.db.get("clusters", member.clusterId);
  if (row === null) throw new Error("a member's cluster does not exist");
  const { model, scope } = row;
  const document = await Documents.ofMemory(ctx, member.memoryId);
  const isInSum = member.model !== "" && member.model === model && document !== null;
  const packed = isInSum ? Documents.packedBy(document, model) : null;
  const cluster = new Cluster(0, { ...row, embeddingSum: vectorOf(row.embeddingSum) });
  cluster.accumulate({ ...member, embedding: packed === null ? null : unitVector(packed) }, -1);
  await ctx.db.delete("clusterMembers", member._id);
  const members = row.members.filter((other) => other.place !== place);
  const clusterId = await Clusters.write(ctx, row, members, { scope, model, cluster, reinforcedAt: null });
  const left = clusterId === null ? null : await ctx.db.get("clusters", clusterId);
  if (left === null || (await CoreMemories.ofCluster(ctx, left._id)) === null) return;
  const { theme, summary } = await extractedLabel(ctx, settings, left);
  const label = { theme, summary, writer: "reflex", labelState: "provisional" } as const;
  await CoreMemories.setLabel(ctx, now, left._id, label, []);
}
