/** Memories, their activation, links and merges, and the figures of them all. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { memoryType, reflectionType, linkType, author, sentiment, versionChange } from "../lib/validators";

export const memoriesTables = {
  // One row a memory. Written by memories/newMemory, merge and links, and by corrections/; read by every list, search and tick.
  memories: defineTable({
    type: memoryType,
    content: v.string(),
    importance: v.number(),
    // The importance that was judged from the text, whatever merges made of it; left out where the caller said it.
    estimatedImportance: v.optional(v.number()),
    confidence: v.number(),
    // The confidence before a contradiction lowered it; left out where none did.
    contradictedConfidence: v.optional(v.number()),
    sentiment,
    // JSON text of the caller's object, with what was found in the text (memories/metadata); Convex field names may not hold any key.
    metadata: v.optional(v.string()),
    entities: v.array(v.string()),
    unique: v.boolean(),
    // The agent's own words are no evidence for themselves.
    author,
    // Counts the changes of what is said above, from 1.
    version: v.number(),
    reflectionType: v.optional(reflectionType),
    basedOn: v.optional(v.array(v.id("memories"))),
    // Milliseconds, strictly rising: no two memories were made at the same one, so their order is total.
    createdAt: v.number(),
    // Its number, from 0, among all memories ever stored. It never changes, and no other memory gets it.
    place: v.number(),
    // A digest of the normal form: equal texts have equal keys.
    normalKey: v.string(),
  })
    .index("by_normalKey", ["normalKey"])
    .index("by_createdAt", ["createdAt"])
    .index("by_author", ["author", "createdAt"]),

  // One row a memory: what recall and time change. Apart from the text, which is long and stays. Written by
  // memories/activation.
  memoryActivation: defineTable({
    memoryId: v.id("memories"),
    // 0 to 1, as of `salienceAt`.
    salience: v.number(),
    salienceAt: v.number(),
    lastAccessedAt: v.number(),
    // The memory's, so that search ranks and decay runs without reading its text.
    importance: v.number(),
    createdAt: v.number(),
    // When decay will next have taken something worth writing down; the greatest safe integer for what rests on its floor.
    decaysAt: v.number(),
  })
    .index("by_memory", ["memoryId"])
    .index("by_decaysAt", ["decaysAt"]),

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
    // How many were ever stored, and when the newest of them was: both only rise, whatever is erased.
    placed: v.number(),
    newest: v.number(),
    // Bytes that the memory's rows take, texts and vectors and links (lib/memoryTotals says how they are counted).
    bytes: v.number(),
    lastConsolidation: v.number(),
    // Memories with a place below this have been consolidated.
    consolidatedTo: v.number(),
    // Importance gathered since the last reflection, in millionths.
    importanceSinceReflection: v.number(),
    lastReflection: v.number(),
  }),

  // One row a link, unique by source, target and type. Written by memories/links; read both ways.
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
    .index("by_sourceAndType", ["source", "type"])
    .index("by_target", ["target", "createdAt"])
    .index("by_targetAndType", ["target", "type"]),

  // One row a wording that was merged into a memory, so that nothing of it is lost. Written by memories/mergeRecords; read by
  // people in the dashboard.
  merges: defineTable({
    memoryId: v.id("memories"),
    type: memoryType,
    content: v.string(),
    // 0 to 1, of the two texts when it was first merged.
    similarity: v.number(),
    // JSON text: what of its metadata found no room in the memory's.
    metadata: v.optional(v.string()),
    times: v.number(),
    firstAt: v.number(),
    lastAt: v.number(),
    // A digest of type, content and metadata: equal rows have equal keys.
    key: v.string(),
  }).index("by_memory", ["memoryId", "key"]),

  // One row per earlier version of a memory. Written by memories/versions; read by GET /memories/{id}/history.
  memoryVersions: defineTable({
    memoryId: v.id("memories"),
    version: v.number(),
    // What ended it, who did that, and when.
    change: versionChange,
    by: author,
    at: v.number(),
    type: memoryType,
    content: v.string(),
    importance: v.number(),
    confidence: v.number(),
    metadata: v.optional(v.string()),
    // The wording that was merged in.
    mergeId: v.optional(v.id("merges")),
  }).index("by_memory", ["memoryId", "version"]),

  // One row: how far the agent has linked memories by itself. Written by memories/linkSchedule; read after every tick.
  linkProgress: defineTable({
    // The place of the last memory that was looked at.
    linkedTo: v.number(),
    // How often the next memory could not be linked.
    failures: v.number(),
  }),
};
