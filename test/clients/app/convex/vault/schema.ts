/** The component's one table. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  // Everyone's and nobody's: the app has a table of the same name.
  notes: defineTable({ value: v.any() }),
});
