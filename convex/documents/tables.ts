/** The table of search documents. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { author, space } from "../lib/validators";

export const documentsTables = {
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
    // The memory that corrects a memory, and who wrote it, copied for the same reason.
    correctedBy: v.optional(v.string()),
    author: v.optional(author),
    // The terms of the name with which a memory's text begins, as a turn of a conversation (mind/ranking/speakers).
    speaker: v.optional(v.string()),
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
};
