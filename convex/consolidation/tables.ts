/** The tables of consolidation. Each says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { writer } from "../lib/validators";

/** `TermVector` of mind/clustering/termVector. */
const termVector = v.object({ terms: v.array(v.string()), weights: v.array(v.number()) });

export const consolidationTables = {
  // One row per theme: its label, and figures of its cluster. Written by consolidation/coreMemories; read by
  // GET /memories/core and ticks.
  coreMemories: defineTable({
    clusterId: v.id("clusters"),
    // Of its memories; empty for the agent's own.
    scope: v.string(),
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
  })
    .index("by_cluster", ["clusterId"])
    .index("by_size", ["size"]),

  // One row per cluster of similar memories; many clusters hold a single memory. Written by consolidation/clusters.
  clusters: defineTable({
    // Of all its members.
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
    // none: not a theme. stale: written for other members. provisional: extracted, and the model is still to be asked.
    labelState: v.union(
      v.literal("none"),
      v.literal("stale"),
      v.literal("provisional"),
      v.literal("settled"),
    ),
    size: v.number(),
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
  }).index("by_place", ["place"]),

  // One row: when a consolidation last left nothing to do. Written by consolidation/schedule; read by ticks for the health score.
  consolidationProgress: defineTable({ caughtUpAt: v.number() }),
};
