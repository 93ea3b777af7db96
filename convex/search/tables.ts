/** The tables of search. Each says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { space } from "../lib/validators";

export const searchTables = {
  // One row per space and bucket of terms: in how many documents each term occurs. Written and read by
  // search/documentFrequencies, which describes the format.
  documentFrequencies: defineTable({
    space,
    bucket: v.number(),
    counts: v.string(),
  }).index("by_bucket", ["space", "bucket"]),

  // One row per space: the number of its documents, and the counts not yet moved into buckets. Written and read by
  // search/documentFrequencies.
  corpora: defineTable({
    space,
    documents: v.number(),
    gathered: v.string(),
  }).index("by_space", ["space"]),

  // Queries whose vectors came too late for their searches and are still to be cached. Written, read and deleted by
  // search/queryVectors; any erasure deletes them all, because they hold texts.
  lateQueries: defineTable({ key: v.string(), text: v.string() }).index("by_key", ["key"]),

  // A cache of query vectors in a fixed number of slots. Written and read by search/queryVectors; the sweep deletes old ones.
  queryVectors: defineTable({
    slot: v.number(),
    // SHA-256 of model and text.
    key: v.string(),
    // From `vectorBytes` (mind/ranking/packedVectors).
    vector: v.bytes(),
    createdAt: v.number(),
  })
    .index("by_slot", ["slot"])
    .index("by_createdAt", ["createdAt"]),
};
