/** Tables of earlier versions. Migrations read and empty them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { byWord, MEMORY_TYPES, TONES } from "../../mind/enums";

export const earlierTables = {
  // Lines of imports that waited for others, until 0.2.0.
  importWaiting: defineTable({ source: v.string() }),

  // One row until 0.1.0: what `totals` has now, and the progress of consolidating and reflecting.
  memoryTotals: defineTable({
    byType: v.object(byWord(MEMORY_TYPES, () => v.number())),
    unique: v.number(),
    importanceSum: v.number(),
    confidenceSum: v.number(),
    salienceSum: v.number(),
    coreMemories: v.number(),
    links: v.number(),
    placed: v.number(),
    newest: v.number(),
    bytes: v.number(),
    lastConsolidation: v.number(),
    consolidatedTo: v.number(),
    importanceSinceReflection: v.number(),
    lastReflection: v.number(),
  }),

  // One row until 0.1.0.
  thoughtTotals: defineTable({
    byTone: v.object(byWord(TONES, () => v.number())),
    brilliant: v.number(),
    reflections: v.number(),
    confidenceSum: v.number(),
    seedsSum: v.number(),
    placed: v.number(),
    lastThought: v.number(),
    lastReflection: v.union(v.null(), v.id("thoughts")),
  }),
};
