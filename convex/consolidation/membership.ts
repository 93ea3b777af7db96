/** A member leaves its cluster or joins another, outside a consolidation. */
import { Cluster } from "../../mind/clustering/cluster";
import { unitVector, vectorOf } from "../../mind/ranking/packedVectors";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Documents from "../search/documents";
import * as Clusters from "./clusters";

type Member = Doc<"clusterMembers">;

/**
 * Subtracts a member from its cluster; its own row is the caller's to change. Null where the cluster was left empty and is gone.
 * Call it while the memory's search document is still there: the cluster's sum contains its vector.
 */
export async function takeOut(ctx: MutationCtx, member: Member): Promise<Id<"clusters"> | null> {
  const row = await ctx.db.get("clusters", member.clusterId);
  if (row === null) throw new Error("a member's cluster does not exist");
  const members = row.members.filter(({ place }) => place !== member.place);
  return await rewrite(ctx, row, members, member, -1);
}

/** Adds a member to another cluster; its own row is the caller's to change. */
export async function putInto(ctx: MutationCtx, row: Doc<"clusters">, member: Member): Promise<void> {
  const { memoryId, place } = member;
  const members = [...row.members, { memoryId, place }].sort((p, q) => p.place - q.place);
  await rewrite(ctx, row, members, member, 1);
}

async function rewrite(
  ctx: MutationCtx,
  row: Doc<"clusters">,
  members: Doc<"clusters">["members"],
  member: Member,
  sign: 1 | -1,
): Promise<Id<"clusters"> | null> {
  const { scope, model } = row;
  const cluster = new Cluster(0, { ...row, embeddingSum: vectorOf(row.embeddingSum) });
  cluster.accumulate({ ...member, embedding: await embeddingIn(ctx, row, member) }, sign);
  return await Clusters.write(ctx, row, members, { scope, model, cluster, reinforcedAt: null });
}

/** The member's embedding as the cluster's sum has it; null where that is of another model. */
async function embeddingIn(
  ctx: QueryCtx,
  { model }: Doc<"clusters">,
  member: Member,
): Promise<readonly number[] | null> {
  if (member.model === "" || member.model !== model) return null;
  const document = await Documents.ofMemory(ctx, member.memoryId);
  const packed = document === null ? null : Documents.packedBy(document, model);
  return packed === null ? null : unitVector(packed);
}
