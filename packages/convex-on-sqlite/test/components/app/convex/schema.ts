import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  /** What ran, in order. */
  runs: defineTable({ name: v.string(), result: v.any() }).index("by_name", ["name"]),
  scores: defineTable({
    player: v.string(),
    points: v.number(),
    level: v.optional(v.string()),
  }),
});
