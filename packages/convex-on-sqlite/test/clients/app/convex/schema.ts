/** The app's own tables. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  messages: defineTable({ channel: v.string(), body: v.string(), rank: v.number() }).index("by_channel", [
    "channel",
    "rank",
  ]),
  accounts: defineTable({ name: v.string(), amount: v.number() }).index("by_name", ["name"]),
  notes: defineTable({ value: v.any() }),
});
