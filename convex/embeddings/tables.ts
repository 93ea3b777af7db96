/** Vectors, the queue of what waits for one, and the provider's health. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const embeddingsTables = {
  // One row an embedded text, of one model. Vectors are long: nothing else is read with them.
  vectors: defineTable({
    documentId: v.id("searchDocuments"),
    model: v.string(),
    vector: v.array(v.float64()),
    // Vector filters know only equality: what may be combined is combined here (embeddings/vectors).
    bySpace: v.string(),
    byFacet: v.string(),
    byDay: v.string(),
    byFacetAndDay: v.string(),
  })
    .index("by_text", ["documentId"])
    .vectorIndex("by_vector", {
      vectorField: "vector",
      dimensions: 1536,
      filterFields: ["bySpace", "byFacet", "byDay", "byFacetAndDay"],
    }),

  // One row a text that waits for its vector. It goes in the mutation that writes the vector, never before.
  embeddingQueue: defineTable({
    documentId: v.id("searchDocuments"),
    // Refusals of this very text; an outage of the provider is nobody's fault and not counted.
    refusals: v.number(),
    dueAt: v.number(),
  })
    .index("by_text", ["documentId"])
    .index("by_dueAt", ["dueAt"]),

  // One row: how the embedding provider fares. Written by embeddings/providerHealth; read by stores, searches and GET /health.
  embeddingProvider: defineTable({
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
  }),
};
