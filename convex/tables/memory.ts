/** The memory's tables: what is remembered, how present it is, how it hangs together. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { author, linkType, memoryType, reflectionType, sentiment } from "../validators";

export const memoryTables = {
  // One row a memory, never deleted. Written by model/memories; read by every list, search and tick.
  memories: defineTable({
    type: memoryType,
    content: v.string(),
    importance: v.number(),
    confidence: v.number(),
    sentiment,
    // JSON text of the caller's object, with the entities found in the text; Convex field names may not hold any key.
    metadata: v.optional(v.string()),
    entities: v.array(v.string()),
    unique: v.boolean(),
    // The agent's own words are no evidence for themselves.
    author,
    reflectionType: v.optional(reflectionType),
    basedOn: v.optional(v.array(v.id("memories"))),
    // Milliseconds, strictly rising: no two memories were made at the same one, so their order is total.
    createdAt: v.number(),
    // Its places, from 0, in the sequence of all memories and of its type (model/sequence). They never change.
    place: v.number(),
    typePlace: v.number(),
    // A digest of the normal form: equal texts have equal keys.
    normalKey: v.string(),
  })
    .index("by_normalKey", ["normalKey"])
    .index("by_createdAt", ["createdAt"])
    .index("by_author", ["author", "createdAt"]),

  // One row a memory: what recall and time change. Apart from the text, which is long and stays. Written by
  // model/presence.
  presence: defineTable({
    memoryId: v.id("memories"),
    // 0 to 1, as of `salienceAt`.
    salience: v.number(),
    salienceAt: v.number(),
    lastAccessedAt: v.number(),
    // The memory's, so that search ranks and decay runs without reading its text.
    importance: v.number(),
    createdAt: v.number(),
    // When decay will next have taken something worth writing down; Infinity for what rests on its floor.
    fadesAt: v.number(),
  })
    .index("by_memory", ["memoryId"])
    .index("by_fadesAt", ["fadesAt"]),

  // One row. Written in the mutation that changes what it counts; read by GET /memories/stats.
  memoryTotals: defineTable({
    byType: v.object({
      episodic: v.number(),
      semantic: v.number(),
      emotional: v.number(),
      procedural: v.number(),
      reflection: v.number(),
    }),
    unique: v.number(),
    // In millionths, so that sums are whole numbers and stay exact.
    importanceSum: v.number(),
    confidenceSum: v.number(),
    salienceSum: v.number(),
    coreMemories: v.number(),
    links: v.number(),
    oldest: v.number(),
    newest: v.number(),
    // Bytes that the memory's rows take, texts and vectors and links (model/memoryTotals says how they are counted).
    bytes: v.number(),
    lastConsolidation: v.number(),
    // Memories with a place below this have been consolidated.
    consolidatedTo: v.number(),
    // Importance gathered since the last reflection, in millionths.
    importanceSinceReflection: v.number(),
    lastReflection: v.number(),
  }),

  // One row a link, unique by source, target and type. Written by model/links; read both ways.
  links: defineTable({
    source: v.id("memories"),
    target: v.id("memories"),
    type: linkType,
    strength: v.number(),
    confidence: v.number(),
    // Found by the service, or made by hand.
    detected: v.boolean(),
    createdAt: v.number(),
  })
    .index("by_source", ["source", "target", "type"])
    .index("by_target", ["target", "source"]),

  // One row a theme that many memories share. Written by consolidation; read by GET /memories/core and ticks.
  coreMemories: defineTable({
    theme: v.string(),
    summary: v.string(),
    confidence: v.number(),
    size: v.number(),
    // Who wrote theme and summary.
    writer: v.union(v.literal("model"), v.literal("reflex")),
    lastReinforced: v.number(),
    createdAt: v.number(),
  }),

  // One row for each memory in a theme; a memory is in at most one. Written by consolidation.
  coreMembers: defineTable({
    coreMemoryId: v.id("coreMemories"),
    memoryId: v.id("memories"),
    place: v.number(),
  })
    .index("by_core", ["coreMemoryId", "place"])
    .index("by_memory", ["memoryId"]),

  // One row a consolidated memory: those nearest to it, so that regrouping searches for new memories only.
  neighbours: defineTable({
    memoryId: v.id("memories"),
    nearest: v.array(v.object({ id: v.id("memories"), similarity: v.number() })),
  }).index("by_memory", ["memoryId"]),
};
