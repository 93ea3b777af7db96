/** What searches read: searchable documents, document frequencies, the vectors of queries. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { space } from "../lib/validators";

export const searchTables = {
  // One row a text that can be found: a memory, a thought, a passage of a knowledge item. Written by search/documents in
  // the mutation that writes its owner; read by every search.
  searchDocuments: defineTable({
    space,
    // The owner's id, in the table of its space.
    owner: v.string(),
    // What a search may be narrowed to: a memory's type, a thought's tone; empty for a passage.
    facet: v.string(),
    // Its place among its neighbours: a memory's or thought's in its sequence, a passage's within its item.
    place: v.number(),
    // The terms in order, joined by blanks (mind/text/tokens); never the text itself.
    terms: v.string(),
    // Length of its tf-idf vector with the rarities of the day it was written: those move little, and only then.
    norm: v.number(),
    createdAt: v.number(),
    // The UTC day and ten days it was made in, for windows in time: days since the epoch, and tenths of that.
    day: v.number(),
    tenDays: v.number(),
    // Where a passage stands in its item, in UTF-16 units.
    start: v.optional(v.number()),
    end: v.optional(v.number()),
    // A memory's, so that search need not look up how present it is where even that could not make it relevant.
    importance: v.optional(v.number()),
    // The model of its vector; empty while it has none.
    embeddedBy: v.string(),
    // Its row in `vectors`, to get here from a vector found, and the vector's direction (mind/ranking/packedVectors), so that a
    // cosine costs no read of its own.
    vectorId: v.optional(v.id("vectors")),
    packed: v.optional(v.bytes()),
  })
    .index("by_vector", ["vectorId"])
    .index("by_owner", ["owner", "place"])
    .index("by_place", ["space", "place"])
    .index("by_createdAt", ["space", "createdAt"])
    .searchIndex("by_terms", {
      searchField: "terms",
      filterFields: ["space", "facet", "day", "tenDays"],
    }),

  // One row a bucket of terms and space: in how many documents each term stands. Written and read by
  // search/documentFrequencies, which says how the counts are written down.
  documentFrequencies: defineTable({
    space,
    bucket: v.number(),
    counts: v.string(),
  }).index("by_bucket", ["space", "bucket"]),

  // One row a space: how many documents it has, and the counts that were not yet moved into the buckets. Written and read
  // by search/documentFrequencies.
  corpora: defineTable({
    space,
    documents: v.number(),
    gathered: v.string(),
  }).index("by_space", ["space"]),

  // Vectors of queries, so that a question asked twice costs one call. A fixed number of slots: what falls into a slot
  // takes the place of what was there. Written and read by search/queryVectors; cleaned up by a cron.
  queryVectors: defineTable({
    slot: v.number(),
    // SHA-256 of model and text.
    key: v.string(),
    // As `bytesOf` gives it (mind/ranking/packedVectors).
    vector: v.bytes(),
    createdAt: v.number(),
  })
    .index("by_slot", ["slot"])
    .index("by_createdAt", ["createdAt"]),
};
