/** The tables of knowledge. Each says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const knowledgeTables = {
  // One row per item, unique by scope, source and title. Long fields are in knowledgeContents, because searches read many items.
  // Written by knowledge/items; read by lists, searches and ticks.
  knowledge: defineTable({
    // Whose it is: empty for the agent's own. Searches stay within a scope.
    scope: v.string(),
    title: v.string(),
    // Absent counts as a source of its own.
    source: v.optional(v.string()),
    tags: v.array(v.string()),
    confidence: v.number(),
    // What of its metadata it can be filtered by (lib/attributes).
    attributes: v.array(v.string()),
    // Counts the changes, from 1.
    version: v.number(),
    createdAt: v.number(),
    // Milliseconds, strictly rising, so that the order is total.
    updatedAt: v.number(),
    // The number of its passages.
    chunks: v.number(),
    // Bytes of content and metadata in an answer, to compute how many items fit into one.
    size: v.number(),
  })
    .index("by_name", ["scope", "source", "title"])
    .index("by_updatedAt", ["updatedAt"]),

  // One row per item, written and read with it.
  knowledgeContents: defineTable({
    knowledgeId: v.id("knowledge"),
    content: v.string(),
    // JSON text of the caller's object: Convex field names can't be arbitrary keys.
    metadata: v.optional(v.string()),
    // The terms counted for it in search/documentFrequencies, to be subtracted when it changes.
    counted: v.array(v.string()),
  }).index("by_knowledge", ["knowledgeId"]),

  // One row per passage, beside its row in `searchDocuments`, which has its range. The text is here so that a passage can be
  // embedded and shown without reading its whole item. Written by knowledge/passages.
  passages: defineTable({
    documentId: v.id("searchDocuments"),
    knowledgeId: v.id("knowledge"),
    // The heading above the passage; empty without one, or where the passage begins with it.
    heading: v.string(),
    // The header row of the table that the passage begins in; absent elsewhere.
    columns: v.optional(v.string()),
    text: v.string(),
  })
    .index("by_document", ["documentId"])
    .index("by_knowledge", ["knowledgeId"]),
};
