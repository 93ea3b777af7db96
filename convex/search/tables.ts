/** The tables of search. Each says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { space } from "../lib/validators";

export const searchTables = {
  // One row per memory, thought or passage of a knowledge item. Written by search/documents in the mutation that writes its
  // owner; read by every search.
  searchDocuments: defineTable({
    space,
    // The id of the memory, the thought or the knowledge item.
    owner: v.string(),
    // A memory's type or a thought's tone, to filter by; empty for a passage.
    facet: v.string(),
    // The owner's scope; empty for the agent's own.
    scope: v.string(),
    // A memory's or thought's place in its sequence, a passage's in its item.
    place: v.number(),
    // The terms in order, joined by spaces (mind/text/tokens).
    terms: v.string(),
    // The length of its tf-idf vector when it was written; idf changes little afterwards.
    norm: v.number(),
    createdAt: v.number(),
    // The periods of `createdAt`, to filter by (search/searchFilter).
    day: v.number(),
    tenDays: v.number(),
    // The range of a passage in its item, in UTF-16 units.
    start: v.optional(v.number()),
    end: v.optional(v.number()),
    // A memory's importance, so that a search ranks without reading the activation of every hit.
    importance: v.optional(v.number()),
    // The memory that corrects a memory, copied for the same reason.
    correctedBy: v.optional(v.string()),
    // The model of its vector; empty while it has none.
    embeddedBy: v.string(),
    // Its row in `vectors`, to find it from a vector hit, and its packed vector (mind/ranking/packedVectors), so that a cosine
    // costs no further read.
    vectorId: v.optional(v.id("vectors")),
    packed: v.optional(v.bytes()),
  })
    .index("by_vector", ["vectorId"])
    .index("by_owner", ["owner", "place"])
    .index("by_place", ["space", "place"])
    .index("by_createdAt", ["space", "createdAt"])
    .searchIndex("by_terms", {
      searchField: "terms",
      filterFields: ["space", "scope", "facet", "day", "tenDays"],
    }),

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

  // A cache of query vectors in a fixed number of slots. Written and read by search/queryVectors; a cron deletes old ones.
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
