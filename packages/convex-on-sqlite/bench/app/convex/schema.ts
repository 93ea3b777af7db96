/** The tables of the measured app: plain documents, texts and vectors, the same number of each. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { DIMENSIONS } from "./sizes";

export default defineSchema({
  documents: defineTable({ group: v.string(), at: v.number(), body: v.string() }).index("by_group", [
    "group",
    "at",
  ]),
  notes: defineTable({ text: v.string(), topic: v.number() }).searchIndex("by_text", {
    searchField: "text",
    filterFields: ["topic"],
  }),
  vectors: defineTable({ embedding: v.array(v.number()), topic: v.number() }).vectorIndex("by_embedding", {
    vectorField: "embedding",
    dimensions: DIMENSIONS,
    filterFields: ["topic"],
  }),
});
