/** The tables of memories. Each says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { memoryType, reflectionType, linkType, author, sentiment, versionChange } from "../lib/validators";

export const memoriesTables = {
  // One row per memory. Written by memories/newMemory, merge and links, and by corrections/; read by lists, searches and ticks.
  memories: defineTable({
    type: memoryType,
    // Whose memory it is; empty for the agent's own. Searches, duplicates, links and themes stay within a scope.
    scope: v.string(),
    content: v.string(),
    importance: v.number(),
    // The importance estimated from the text, before any merge; absent if the caller gave one.
    estimatedImportance: v.optional(v.number()),
    confidence: v.number(),
    // The confidence before a contradiction lowered it; absent if none did.
    contradictedConfidence: v.optional(v.number()),
    // The memory that corrects it (memories/corrections); absent while none does.
    correctedBy: v.optional(v.id("memories")),
    sentiment,
    // The caller's object and what was found in the text (memories/metadata), as JSON text: Convex field names can't be
    // arbitrary keys.
    metadata: v.optional(v.string()),
    entities: v.array(v.string()),
    unique: v.boolean(),
    // Shown to every tick.
    pinned: v.optional(v.literal(true)),
    // Whose words it holds. The agent's own words are not evidence.
    author,
    // Counts the changes of the fields above, from 1.
    version: v.number(),
    reflectionType: v.optional(reflectionType),
    basedOn: v.optional(v.array(v.id("memories"))),
    // Milliseconds, strictly rising, so that the order is total.
    createdAt: v.number(),
    // Its number, from 0, among all memories ever stored. Only rewording or a new type gives it a new one, and no number is
    // used twice.
    place: v.number(),
    // `textKey` (memories/equalTexts): the same for equal texts.
    normalKey: v.string(),
  })
    .index("by_normalKey", ["normalKey"])
    .index("by_place", ["place"])
    .index("by_scope", ["scope", "normalKey"])
    .index("by_createdAt", ["createdAt"])
    .index("by_author", ["author", "createdAt"]),

  // One row per memory, with what recall and time change, so that the long text is not rewritten. Written by
  // memories/activation; read by searches and lists.
  memoryActivation: defineTable({
    memoryId: v.id("memories"),
    // 0 to 1, as of `salienceAt`.
    salience: v.number(),
    salienceAt: v.number(),
    lastAccessedAt: v.number(),
    // When the memory was stored. Absent for rows of earlier versions.
    initialSalience: v.optional(v.number()),
    // Copied from the memory, so that decay need not read its text.
    importance: v.number(),
    createdAt: v.number(),
    // When the next decay is due; the greatest safe integer once salience is at its floor.
    decaysAt: v.number(),
  })
    .index("by_memory", ["memoryId"])
    .index("by_decaysAt", ["decaysAt"]),

  // One row per link, unique by source, target and type. Written by memories/links; read from both ends.
  links: defineTable({
    source: v.id("memories"),
    target: v.id("memories"),
    type: linkType,
    strength: v.number(),
    confidence: v.number(),
    // True if the service found it, false if a caller created it.
    detected: v.boolean(),
    // True if the source corrects the target.
    corrects: v.optional(v.literal(true)),
    // The change set that created it.
    changeId: v.optional(v.id("changes")),
    createdAt: v.number(),
  })
    .index("by_source", ["source", "target", "type"])
    .index("by_change", ["changeId"])
    .index("by_target", ["target", "createdAt"])
    .index("by_correction", ["target", "corrects", "createdAt"]),

  // One row per text that was merged into a memory, so that no wording is lost. Written by memories/merge; read by people in
  // the Convex dashboard.
  merges: defineTable({
    memoryId: v.id("memories"),
    type: memoryType,
    content: v.string(),
    // The similarity of the two texts at the first merge, 0 to 1.
    similarity: v.number(),
    // JSON text: the part of its metadata that did not fit into the memory's.
    metadata: v.optional(v.string()),
    times: v.number(),
    firstAt: v.number(),
    lastAt: v.number(),
    // A digest of type, content and metadata.
    key: v.string(),
  }).index("by_memory", ["memoryId", "key"]),

  // One row per earlier version of a memory. Written by memories/versions; read by GET /memories/{id}/history.
  memoryVersions: defineTable({
    memoryId: v.id("memories"),
    version: v.number(),
    // The change that ended this version, who made it, and when.
    change: versionChange,
    by: author,
    // The name of that caller, if the token has one.
    who: v.optional(v.string()),
    at: v.number(),
    type: memoryType,
    content: v.string(),
    importance: v.number(),
    confidence: v.number(),
    metadata: v.optional(v.string()),
    // The wording that was merged in.
    mergeId: v.optional(v.id("merges")),
    // The change set that ended it.
    changeId: v.optional(v.id("changes")),
    // If an undo ended it: the earlier version that the memory then equals.
    back: v.optional(v.number()),
  }).index("by_memory", ["memoryId", "version"]),

  // One row: the progress of automatic linking. Written by memories/linkSchedule; read after every tick.
  linkProgress: defineTable({
    // The place of the last memory that was linked or skipped.
    linkedTo: v.number(),
    // Failed attempts to link the next memory.
    failures: v.number(),
  }),
};
