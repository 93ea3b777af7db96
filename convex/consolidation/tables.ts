/** Clusters of memories, and the core memories that they become. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { writer } from "../lib/validators";

/** A text's terms and what they weigh (mind/clustering/wordVector). */
const wordVector = v.object({ terms: v.array(v.string()), weights: v.array(v.number()) });

export const consolidationTables = {
  // One row a theme that many memories share: its words, and figures of its cluster. Written by consolidation/coreMemories; read by
  // GET /memories/core and ticks.
  coreMemories: defineTable({
    clusterId: v.id("clusters"),
    theme: v.string(),
    summary: v.string(),
    // Who wrote theme and summary, and how many members it had then.
    writer,
    wordedSize: v.number(),
    size: v.number(),
    confidence: v.number(),
    lastReinforced: v.number(),
    createdAt: v.number(),
  })
    .index("by_cluster", ["clusterId"])
    .index("by_size", ["size"]),

  // One row a cluster of memories that are alike, often of a single one. Written by consolidation/clusters.
  clusters: defineTable({
    // By place.
    members: v.array(v.object({ memoryId: v.id("memories"), place: v.number() })),
    // Sums over the members (mind/clustering/cluster): of their word vectors, of the embeddings that some had when they
    // joined, as 32-bit floats, of their confidences, and how many of them state something.
    words: wordVector,
    model: v.string(),
    meaning: v.bytes(),
    embedded: v.number(),
    confidenceSum: v.number(),
    statements: v.number(),
    // `none`: it is no theme. Stale words were written for other members; provisional ones are extracted, and the model has
    // yet to be asked.
    wording: v.union(v.literal("none"), v.literal("stale"), v.literal("provisional"), v.literal("settled")),
    size: v.number(),
  }).index("by_wording", ["wording", "size"]),

  // One row a memory that was consolidated, but for reflections: the one cluster that it is in, and what it adds to the sums.
  // Written by consolidation/clusters.
  clusterMembers: defineTable({
    memoryId: v.id("memories"),
    place: v.number(),
    clusterId: v.id("clusters"),
    words: wordVector,
    // The model of its embedding when it joined; empty without one.
    model: v.string(),
    confidence: v.number(),
    states: v.boolean(),
  }).index("by_place", ["place"]),

  // One row: when a consolidation last left nothing over. Written by consolidation/schedule; read by ticks for the health score.
  consolidationProgress: defineTable({ caughtUpAt: v.number() }),
};
