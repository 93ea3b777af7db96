/**
 * Undoes a consolidation in steps. Each is a transaction that leaves members, clusters and themes consistent. So memories may
 * be erased or reworded between two steps, and a killed undo continues with the rows that are left.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Clusters from "./clusters";
import * as CoreMemories from "./coreMemories";
import { putInto, takeOut } from "./membership";
import * as Progress from "./progress";
import { dropTheme, writeCluster, writeMember, writeMove } from "./rows";

/** Rows of one step. Few, since a member's clusters take up to 60 KB. */
const BATCH = 16;

/**
 * One step for the change set at place `changedBy`: moved members go back, then new members leave, then themes are restored.
 * Returns whether it was the last step.
 */
export async function unwind(ctx: MutationCtx, changedBy: number): Promise<boolean> {
  const moves = await ctx.db
    .query("clusterMoves")
    .withIndex("by_change", (q) => q.eq("changedBy", changedBy))
    .take(BATCH);
  for (const move of moves) await moveBack(ctx, move);
  if (moves.length === BATCH) return false;

  const joined = await ctx.db
    .query("clusterMembers")
    .withIndex("by_movedBy", (q) => q.eq("movedBy", changedBy))
    .take(BATCH - moves.length);
  await remove(ctx, joined);
  const most = BATCH - moves.length - joined.length;
  if (most === 0) return false;

  const themes = await ctx.db
    .query("themesBefore")
    .withIndex("by_change", (q) => q.eq("changedBy", changedBy))
    .take(most);
  for (const theme of themes) await restoreTheme(ctx, theme);
  return themes.length < most;
}

/** Takes new members out of their clusters. The next run that a caller requests groups them again. */
async function remove(ctx: MutationCtx, joined: readonly Doc<"clusterMembers">[]): Promise<void> {
  if (joined.length === 0) return;
  for (const member of joined) {
    await takeOut(ctx, member);
    await writeMember(ctx, member, null);
  }
  const { undoneFrom = Infinity } = await Progress.read(ctx);
  await Progress.update(ctx, { undoneFrom: Math.min(undoneFrom, ...joined.map(({ place }) => place)) });
}

async function moveBack(ctx: MutationCtx, move: Doc<"clusterMoves">): Promise<void> {
  const { changedBy, place, from, before } = move;
  await writeMove(ctx, move, null);
  const member = await Clusters.find(ctx, place);
  // The memory was erased or reworded since, so it is in no cluster or has another place.
  if (member?.movedBy !== changedBy) return;
  if (member.clusterId !== from) {
    await takeOut(ctx, member);
    const cluster = await ctx.db.get("clusters", from);
    if (cluster === null) throw new Error("the cluster that a member came from does not exist");
    await putInto(ctx, cluster, member);
  }
  await writeMember(ctx, member, { ...member, clusterId: from, movedBy: before });
}

async function restoreTheme(ctx: MutationCtx, row: Doc<"themesBefore">): Promise<void> {
  const { clusterId, labelState, theme, before } = row;
  const cluster = await ctx.db.get("clusters", clusterId);
  if (cluster !== null && cluster.size > 0) {
    await CoreMemories.restore(ctx, cluster, theme ?? null);
    await writeCluster(ctx, cluster, { ...cluster, labelState, changedBy: before });
  }
  await dropTheme(ctx, row);
}
