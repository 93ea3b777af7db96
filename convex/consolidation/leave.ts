/** Takes a memory out of its cluster because it was erased or reworded. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as Before from "./before";
import * as Clusters from "./clusters";
import * as CoreMemories from "./coreMemories";
import { takeOut } from "./membership";
import * as Progress from "./progress";
import { writeMember } from "./rows";
import { extractedLabel } from "./themesToLabel";

type Memory = Pick<Doc<"memories">, "_id" | "place">;

/**
 * Subtracts the memory from its cluster and labels the theme again without its words. Call it before the memory's search
 * document is deleted, because its vector must be subtracted from the cluster's sum.
 */
export async function leaveCluster(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  memory: Memory,
): Promise<void> {
  const member = await noteLeaving(ctx, now, memory);
  if (member === null) return;
  await writeMember(ctx, member, null);
  const clusterId = await takeOut(ctx, member);
  const left = clusterId === null ? null : await ctx.db.get("clusters", clusterId);
  if (left === null || (await CoreMemories.ofCluster(ctx, left._id)) === null) return;
  const { theme, summary } = await extractedLabel(ctx, settings, left);
  const label = { theme, summary, writer: "reflex", labelState: "provisional" } as const;
  await CoreMemories.setLabel(ctx, now, left._id, label, []);
}

/**
 * Deletes at most `limit` labels kept for an undo that may hold words of a memory to be erased. Returns whether none is left;
 * if not, call it again in a further transaction. Call it before the memory leaves its cluster.
 */
export async function forgetLabels(
  ctx: MutationCtx,
  now: number,
  memory: Memory,
  limit: number,
): Promise<boolean> {
  await noteLeaving(ctx, now, memory);
  const { fixed } = await Progress.read(ctx);
  return fixed === undefined || (await Before.dropThemes(ctx, fixed.to, limit));
}

/** Records which change sets can't be undone any more. Returns the membership; null if the memory is in no cluster. */
async function noteLeaving(
  ctx: MutationCtx,
  now: number,
  { _id, place }: Memory,
): Promise<Doc<"clusterMembers"> | null> {
  const member = await Clusters.find(ctx, place);
  const cluster = member && (await ctx.db.get("clusters", member.clusterId));
  if (cluster !== null) await Before.fix(ctx, now, cluster, _id);
  return member;
}
