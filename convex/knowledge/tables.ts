/** Knowledge: items, their contents, and the passages they are found by. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const knowledgeTables = {
  // One row an item, unique by source and title. What is long stands apart, for searches read many items. Written by
  // knowledge/items; read by lists, searches and ticks.
  knowledge: defineTable({
    title: v.string(),
    // Left out is one source, too.
    source: v.optional(v.string()),
    tags: v.array(v.string()),
    confidence: v.number(),
    createdAt: v.number(),
    // Milliseconds, strictly rising: no two items changed at the same one, so their order is total.
    updatedAt: v.number(),
    // Passages that it is found by.
    chunks: v.number(),
    // Bytes of content and metadata in an answer: how many items fit into one.
    size: v.number(),
  })
    .index("by_source", ["source", "title"])
    .index("by_updatedAt", ["updatedAt"]),

  // One row an item. Written and read with it.
  knowledgeContents: defineTable({
    knowledgeId: v.id("knowledge"),
    content: v.string(),
    // JSON text of the caller's object; Convex field names may not hold any key.
    metadata: v.optional(v.string()),
    // The terms that were counted of it (search/documentFrequencies), to be taken out again by.
    counted: v.array(v.string()),
  }).index("by_knowledge", ["knowledgeId"]),

  // One row a passage, beside its row in `texts`, which says where it stands: a passage is embedded and shown without
  // reading all of its item. Written by knowledge/passages.
  passages: defineTable({
    documentId: v.id("searchDocuments"),
    knowledgeId: v.id("knowledge"),
    // The heading under which it begins; empty where it brings its own or there is none.
    heading: v.string(),
    // The row that names the columns of the table inside of which it begins; absent elsewhere.
    columns: v.optional(v.string()),
    text: v.string(),
  })
    .index("by_text", ["documentId"])
    .index("by_knowledge", ["knowledgeId"]),
};
