/** The memory's tables: what is remembered, how present it is, how it hangs together. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { author, linkType, memoryType, reflectionType, sentiment, writer } from "../lib/validators";

/** A text's terms and what they weigh (mind/clustering/wordVector). */
const wordVector = v.object({ terms: v.array(v.string()), weights: v.array(v.number()) });

export const memoryTables = {
  // One row a memory, never deleted. Written by memories/newMemory; read by every list, search and tick.
  memories: defineTable({
    type: memoryType,
    content: v.string(),
    importance: v.number(),
    // The importance that was judged from the text, whatever merges made of it; left out where the caller said it.
    judged: v.optional(v.number()),
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
    reflectionType: v.optional(reflectionType),
    basedOn: v.optional(v.array(v.id("memories"))),
    // Milliseconds, strictly rising: no two memories were made at the same one, so their order is total.
    createdAt: v.number(),
    // Its places, from 0, in the sequence of all memories and of its type (lib/sequence). They never change.
    place: v.number(),
    typePlace: v.number(),
    // A digest of the normal form: equal texts have equal keys.
    normalKey: v.string(),
  })
    .index("by_normalKey", ["normalKey"])
    .index("by_createdAt", ["createdAt"])
    .index("by_author", ["author", "createdAt"]),

  // One row a memory: what recall and time change. Apart from the text, which is long and stays. Written by
  // memories/activation.
  presence: defineTable({
    memoryId: v.id("memories"),
    // 0 to 1, as of `salienceAt`.
    salience: v.number(),
    salienceAt: v.number(),
    lastAccessedAt: v.number(),
    // The memory's, so that search ranks and decay runs without reading its text.
    importance: v.number(),
    createdAt: v.number(),
    // When decay will next have taken something worth writing down; the greatest safe integer for what rests on its floor.
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
    // Bytes that the memory's rows take, texts and vectors and links (lib/memoryTotals says how they are counted).
    bytes: v.number(),
    lastConsolidation: v.number(),
    // Memories with a place below this have been consolidated.
    consolidatedTo: v.number(),
    // Importance gathered since the last reflection, in millionths.
    importanceSinceReflection: v.number(),
    lastReflection: v.number(),
    // Names of the fields that changed since an audit began to count: what it counts of these tells nothing.
    changed: v.optional(v.array(v.string())),
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

  // One row: who consolidates. Written by consolidation/schedule; read by ticks for the health score.
  consolidation: defineTable({
    // Counts the runs; the run of this number may write while it holds the claim.
    run: v.number(),
    // The claim of the run under way; it runs out unless renewed, so that a crash holds nothing up. 0 while none is.
    claimedUntil: v.number(),
    // When a run last left nothing over.
    caughtUpAt: v.number(),
  }),

  // One row: how far the agent has linked memories by itself. Written by memories/linkSchedule; read after every tick.
  linking: defineTable({
    // The place of the last memory that was looked at.
    through: v.number(),
    // The claim of the run under way; it runs out, so that a crash holds nothing up. 0 while none is.
    claimedUntil: v.number(),
    // Counts the runs: one whose claim ran out must not move what another has moved. Left out before the first.
    run: v.optional(v.number()),
    // How often the next memory could not be linked. Left out where never.
    failures: v.optional(v.number()),
  }),
};
