/** Vectors, the queue of texts without one, and the provider's health. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const embeddingsTables = {
  // One row an embedded document, of one model. Vectors are long, so nothing else is stored with them. Written by
  // embeddings/vectors; read by vector searches.
  vectors: defineTable({
    documentId: v.id("searchDocuments"),
    model: v.string(),
    vector: v.array(v.float64()),
    // Vector filters know only equality, so these fields hold the combinations (embeddings/vectors).
    bySpace: v.string(),
    byScope: v.string(),
    byFacet: v.string(),
    byDay: v.string(),
    byFacetAndDay: v.string(),
  })
    .index("by_document", ["documentId"])
    .vectorIndex("by_vector", {
      vectorField: "vector",
      dimensions: 1536,
      filterFields: ["bySpace", "byScope", "byFacet", "byDay", "byFacetAndDay"],
    }),

  // One row a document that waits for its vector. Deleted in the mutation that writes the vector, never before.
  embeddingQueue: defineTable({
    documentId: v.id("searchDocuments"),
    // Refusals of this text by itself; outages of the provider do not count.
    refusals: v.number(),
    dueAt: v.number(),
  })
    .index("by_document", ["documentId"])
    .index("by_dueAt", ["dueAt"]),

  // One row. Written by embeddings/providerHealth; read by stores, searches and GET /health.
  embeddingProvider: defineTable({
    // The configured model as last seen. A new one sends all texts to be embedded again.
    model: v.string(),
    // The creation time of the last document that the backfill for this model has seen; null when it is done.
    backfilledTo: v.union(v.null(), v.number()),
    // How many memories and thoughts the backfill has seen.
    backfilled: v.optional(v.number()),
    // The packed vector of the probe text. It shows if a server changes the model behind the name.
    probe: v.optional(v.bytes()),
    probeDue: v.optional(v.boolean()),
    // The cosine that unrelated texts have in the model (mind/ranking/meaning).
    baselineCosine: v.optional(v.number()),
    // As in mind/ranking/meaning; null where the model does not tell answers from other texts, or was not asked.
    questionCosines: v.optional(
      v.union(v.null(), v.object({ answering: v.number(), unrelated: v.number() })),
    ),
    // How many numbers the provider's vectors have; absent until it is known, and while older vectors are being dropped.
    width: v.optional(v.number()),
    // What has changed behind the model's name, until all texts are embedded again.
    change: v.optional(v.string()),
    // Older vectors of texts and queries are of another model, though of the same name.
    staleBefore: v.optional(v.number()),
    // 0 while it answers.
    failingSince: v.number(),
    // Why it fails; empty while it answers.
    reason: v.string(),
    // Failures in a row, and the earliest next attempt.
    failures: v.number(),
    nextAttemptAt: v.number(),
    // When the job runs next, at the latest; absent or past while nothing waits.
    wakeAt: v.optional(v.number()),
  }),
};
