/** What the rows of consolidation imply, and the functions that write them. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Listing from "../lib/listing";
import { writerOf, type Table } from "../lib/rows";

const UNDO = "is for undoing what this service did";

export const CORE_MEMORIES = "coreMemories";

export const coreMemories: Table<"coreMemories"> = {
  name: "coreMemories",
  travels: "in lines",
  lists: ({ _id, scope, lastReinforced }) => [
    { ...Listing.inScope({ list: CORE_MEMORIES, facets: {}, scope }), key: lastReinforced, id: _id },
  ],
  counts: () => ({ memories: { coreMemories: 1 } }),
  texts: ({ theme, summary }) => [theme, summary],
};
export const writeCoreMemory = writerOf(coreMemories);

export const clusters: Table<"clusters"> = { name: "clusters", travels: "in lines" };
export const writeCluster = writerOf(clusters);

export const clusterMembers: Table<"clusterMembers"> = { name: "clusterMembers", travels: "in lines" };
export const writeMember = writerOf(clusterMembers);

/** What the change sets before this place have kept is of no use: they are gone, or a member was erased or reworded since. */
async function firstUndoable({ db }: QueryCtx): Promise<number> {
  const oldest = await db.query("changes").withIndex("by_place").first();
  const { fixed, undoing } = (await db.query("consolidationProgress").first()) ?? {};
  return Math.max(oldest?.place ?? 0, fixed === undefined || undoing !== undefined ? 0 : fixed.to + 1);
}

export const clusterMoves: Table<"clusterMoves"> = {
  name: "clusterMoves",
  travels: { not: UNDO },
  async expires(ctx) {
    const first = await firstUndoable(ctx);
    return ctx.db.query("clusterMoves").withIndex("by_change", (q) => q.lt("changedBy", first));
  },
};
export const writeMove = writerOf(clusterMoves);

export const themesBefore: Table<"themesBefore"> = {
  name: "themesBefore",
  travels: { not: UNDO },
  texts: ({ theme }) => [theme?.theme, theme?.summary],
  async expires(ctx) {
    const first = await firstUndoable(ctx);
    return ctx.db.query("themesBefore").withIndex("by_change", (q) => q.lt("changedBy", first));
  },
  expire: dropTheme,
};
export const writeThemeBefore = writerOf(themesBefore);

/** Deletes a kept theme, and its cluster if that is empty and nothing else needs it. */
export async function dropTheme(ctx: MutationCtx, row: Doc<"themesBefore">): Promise<void> {
  await writeThemeBefore(ctx, row, null);
  const cluster = await ctx.db.get("clusters", row.clusterId);
  if (cluster?.size === 0 && !(await isNeeded(ctx, cluster._id))) await writeCluster(ctx, cluster, null);
}

/** Whether undoing a change set may need the cluster: then it is not deleted when it becomes empty. */
export async function isNeeded(ctx: QueryCtx, clusterId: Id<"clusters">): Promise<boolean> {
  const kept = ctx.db.query("themesBefore").withIndex("by_cluster", (q) => q.eq("clusterId", clusterId));
  return (await kept.first()) !== null;
}

export const consolidationProgress: Table<"consolidationProgress"> = {
  name: "consolidationProgress",
  travels: "in lines",
};
export const writeProgress = writerOf(consolidationProgress);
