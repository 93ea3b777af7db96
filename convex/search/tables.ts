/** The tables that find things by what they say: one core for memories, thoughts and knowledge. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { space } from "../lib/validators";

export const retrievalTables = {
  // One row a text that can be found: a memory, a thought, a passage of a knowledge item. Written by search/documents in
  // the mutation that writes its owner; read by every search.
  texts: defineTable({
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

  // One row an embedded text, of one model. Vectors are long: nothing else is read with them.
  vectors: defineTable({
    textId: v.id("texts"),
    model: v.string(),
    vector: v.array(v.float64()),
    // Vector filters know only equality: what may be combined is combined here (embeddings/vectors).
    bySpace: v.string(),
    byFacet: v.string(),
    byDay: v.string(),
    byFacetAndDay: v.string(),
  })
    .index("by_text", ["textId"])
    .vectorIndex("by_vector", {
      vectorField: "vector",
      dimensions: 1536,
      filterFields: ["bySpace", "byFacet", "byDay", "byFacetAndDay"],
    }),

  // One row a text that waits for its vector. It goes in the mutation that writes the vector, never before.
  toEmbed: defineTable({
    textId: v.id("texts"),
    // Refusals of this very text; an outage of the provider is nobody's fault and not counted.
    refusals: v.number(),
    dueAt: v.number(),
  })
    .index("by_text", ["textId"])
    .index("by_dueAt", ["dueAt"]),

  // One row: how the embedding provider fares. Written by embeddings/providerHealth; read by stores, searches and GET /health.
  embedder: defineTable({
    // The model that texts are embedded by, as last seen; another one sends every text to be embedded anew.
    model: v.string(),
    // How far the walk over older texts that lack this model's vector has come; null when it is done.
    walkedTo: v.union(v.null(), v.number()),
    // What the model makes of a plain text, packed: a server may come to serve another model under the same name. And
    // whether it is to be asked again.
    proof: v.optional(v.bytes()),
    proofDue: v.optional(v.boolean()),
    // What cosine texts about nothing in common have in the model (mind/ranking/meaning).
    strangers: v.optional(v.number()),
    // The vectors of texts and queries from before are of another model, though of the same name.
    otherBefore: v.optional(v.number()),
    // 0 while it answers.
    failingSince: v.number(),
    // Why it fails; empty while it answers.
    reason: v.string(),
    // Failures in a row, and the earliest next attempt.
    failures: v.number(),
    nextAttemptAt: v.number(),
    // While a run works, others leave it alone; a run that died gives way at this moment.
    busyUntil: v.number(),
  }),

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

  // One row a bucket of terms and space: in how many documents each term stands. Written and read by
  // search/documentFrequencies, which says how the counts are written down.
  terms: defineTable({
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

  // The rows of a sequence in their order, in blocks of one size; all but the last are full. Written by lib/sequence.
  sequenceBlocks: defineTable({
    // A list and its scope, as in "memories" and "memories|episodic".
    name: v.string(),
    block: v.number(),
    // When its first row was made, in ms since the epoch.
    from: v.number(),
    ids: v.array(v.string()),
    at: v.array(v.number()),
    // Its rows' measures, until it is full: then they are in sequenceMeasures.
    measures: v.array(v.number()),
  })
    .index("by_block", ["name", "block"])
    .index("by_from", ["name", "from"]),

  // What a list may be narrowed by besides time (importance, confidence), in blocks of their own: these are read in numbers.
  sequenceMeasures: defineTable({
    name: v.string(),
    block: v.number(),
    values: v.array(v.number()),
  }).index("by_block", ["name", "block"]),

  // What is known of many full blocks of measures together: of the first of its blocks, as many as have a greatest value
  // here. Written when a share of them has filled up.
  sequenceStrata: defineTable({
    name: v.string(),
    stratum: v.number(),
    // How many values are at least 0, a thousandth, two thousandths … 1.
    atLeast: v.array(v.number()),
    // The greatest value of each block.
    greatest: v.array(v.number()),
  }).index("by_stratum", ["name", "stratum"]),
};
