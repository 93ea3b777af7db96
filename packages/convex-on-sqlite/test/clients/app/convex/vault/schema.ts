/** The component's one table. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  // The app has a table with the same name.
  notes: defineTable({ value: v.any() }),
});
