/** What the rows of consolidation imply, and the functions that write them. */
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

export const clusterMoves: Table<"clusterMoves"> = { name: "clusterMoves", travels: { not: UNDO } };
export const writeMove = writerOf(clusterMoves);

export const themesBefore: Table<"themesBefore"> = {
  name: "themesBefore",
  travels: { not: UNDO },
  texts: ({ theme }) => [theme?.theme, theme?.summary],
};
export const writeThemeBefore = writerOf(themesBefore);

export const consolidationProgress: Table<"consolidationProgress"> = {
  name: "consolidationProgress",
  travels: "in lines",
};
export const writeProgress = writerOf(consolidationProgress);
