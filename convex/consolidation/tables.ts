/** The tables of consolidation. Each says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { writer } from "../lib/validators";

/** `TermVector` of mind/clustering/termVector. */
const termVector = v.object({ terms: v.array(v.string()), weights: v.array(v.number()) });

const labelState = v.union(
  // Not a theme.
  v.literal("none"),
  // The label was written for other members.
  v.literal("stale"),
  // The label is extracted, and the model has yet to be asked.
  v.literal("provisional"),
  v.literal("settled"),
);

/** The fields of a core memory that an undo restores. */
const theme = {
  // The label: theme, summary and who wrote them.
  theme: v.string(),
  summary: v.string(),
  writer,
  // The cluster's size when the label was written.
  labelledSize: v.number(),
  size: v.number(),
  confidence: v.number(),
  lastReinforced: v.number(),
  createdAt: v.number(),
};

export const consolidationTables = {
  // One row per theme: its label, and figures of its cluster. Written by consolidation/coreMemories; read by
  // GET /memories/core and ticks.
  coreMemories: defineTable({
    clusterId: v.id("clusters"),
    // The scope of its memories; empty for the agent's own.
    scope: v.string(),
    ...theme,
  })
    .index("by_cluster", ["clusterId"])
    .index("by_size", ["size"]),

  // One row per cluster of similar memories; many clusters hold a single memory. Written by consolidation/clusters.
  clusters: defineTable({
    // The scope of all its members.
    scope: v.string(),
    // Ordered by place.
    members: v.array(v.object({ memoryId: v.id("memories"), place: v.number() })),
    // Sums over the members (`ClusterSums` of mind/clustering/cluster); the embeddings' sum as 32-bit floats.
    termVector,
    model: v.string(),
    embeddingSum: v.bytes(),
    embeddedCount: v.number(),
    confidenceSum: v.number(),
    statements: v.number(),
    labelState,
    size: v.number(),
    // The place of the change set that changed it last.
    changedBy: v.optional(v.number()),
  }).index("by_labelState", ["labelState", "size"]),

  // One row per consolidated memory, reflections excepted: its cluster and its share of the sums. Written by
  // consolidation/clusters.
  clusterMembers: defineTable({
    memoryId: v.id("memories"),
    place: v.number(),
    clusterId: v.id("clusters"),
    termVector,
    // The model of its embedding when it joined; empty without one.
    model: v.string(),
    confidence: v.number(),
    isStatement: v.boolean(),
    // The place of the change set that put it into this cluster.
    movedBy: v.optional(v.number()),
  })
    .index("by_place", ["place"])
    .index("by_movedBy", ["movedBy"]),

  // What undoing a consolidation needs: one row per member that moved, with the cluster it came from, and one per cluster
  // that changed, with its earlier theme. `changedBy` is the change set's place, `before` the value that it replaced. Written
  // by consolidation/before; read by consolidation/unwind.
  clusterMoves: defineTable({
    changedBy: v.number(),
    place: v.number(),
    from: v.id("clusters"),
    before: v.optional(v.number()),
  }).index("by_change", ["changedBy"]),
  themesBefore: defineTable({
    changedBy: v.number(),
    clusterId: v.id("clusters"),
    labelState,
    theme: v.optional(v.object(theme)),
    before: v.optional(v.number()),
  })
    .index("by_change", ["changedBy"])
    .index("by_cluster", ["clusterId"]),

  // One row. Written by consolidation/schedule, before and unwind; read by ticks for the health score.
  consolidationProgress: defineTable({
    // Memories at places below this have been consolidated.
    consolidatedTo: v.optional(v.number()),
    // When a run last ended.
    lastConsolidation: v.optional(v.number()),
    // When consolidation was last caught up.
    caughtUpAt: v.number(),
    // The change set that is being undone; no run begins meanwhile.
    undoing: v.optional(v.id("changes")),
    // The first place whose grouping was undone. The next run that a caller requests begins there.
    undoneFrom: v.optional(v.number()),
    // Change sets up to place `to` can't be undone, because this memory was erased or reworded and left a theme.
    fixed: v.optional(v.object({ to: v.number(), memoryId: v.id("memories"), at: v.number() })),
  }),
};
