/** Moves members between clusters outside a consolidation. */
import { Cluster } from "../../mind/clustering/cluster";
import { unitVector, vectorOf } from "../../mind/ranking/packedVectors";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Documents from "../search/documents";
import * as Clusters from "./clusters";

type Member = Doc<"clusterMembers">;

/**
 * Subtracts a member from its cluster; the caller changes the member's row. Returns null if the cluster became empty and was
 * deleted. Call it before the memory's search document is deleted, because its vector must be subtracted from the cluster's
 * sum.
 */
export async function takeOut(ctx: MutationCtx, member: Member): Promise<Id<"clusters"> | null> {
  const row = await ctx.db.get("clusters", member.clusterId);
  if (row === null) throw new Error("a member's cluster does not exist");
  const members = row.members.filter(({ place }) => place !== member.place);
  return await rewrite(ctx, row, members, member, -1);
}

/** Adds a member to another cluster; the caller changes the member's row. */
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

/** The member's embedding, if it is part of the cluster's sum; null otherwise. */
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
