/** Two schemaVersions of one schema, so that a start can be a change of the schema: the environment says which. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

/** How many numbers the vector of a item has. */
export const DIMENSIONS = 4;

const item = {
  key: v.string(),
  partition: v.string(),
  /** Its number in its partition, from 1. */
  n: v.number(),
  text: v.string(),
  vector: v.array(v.float64()),
  at: v.commitTs(),
  /** The request of a client's session that it came by. */
  session: v.optional(v.string()),
  request: v.optional(v.number()),
};

const rest = {
  /** How many items each partition has ever had. Written by read and write back, so a lost or doubled run shows. */
  partitions: defineTable({ name: v.string(), count: v.number() }).index("by_name", ["name"]),
  orders: defineTable({
    key: v.string(),
    kind: v.union(v.literal("mutation"), v.literal("action"), v.literal("failing")),
    job: v.id("_scheduled_functions"),
    isCancelled: v.boolean(),
  }).index("by_key", ["key"]),
  /** What became of orders. Written by their jobs only. */
  deliveries: defineTable({
    key: v.string(),
    stage: v.union(v.literal("done"), v.literal("begun"), v.literal("ended")),
  }).index("by_key", ["key"]),
  /** Written by the crons. */
  cronRuns: defineTable({ cron: v.string(), stage: v.union(v.literal("done"), v.literal("begun")) }),
};

const first = defineSchema({
  items: defineTable(item)
    .index("by_key", ["key"])
    .index("by_partition", ["partition", "n"])
    .searchIndex("by_text", { searchField: "text", filterFields: ["partition"] })
    .vectorIndex("by_vector", { vectorField: "vector", dimensions: DIMENSIONS, filterFields: ["partition"] }),
  ...rest,
});

/** Another field, a changed index, a new one, and search indexes with other filters. */
const second = defineSchema({
  items: defineTable({ ...item, mood: v.optional(v.string()) })
    .index("by_key", ["key"])
    .index("by_partition", ["n", "partition"])
    .index("by_session", ["session", "request"])
    .searchIndex("by_text", { searchField: "text", filterFields: [] })
    .vectorIndex("by_vector", {
      vectorField: "vector",
      dimensions: DIMENSIONS,
      filterFields: ["partition", "n"],
    }),
  ...rest,
});

export default process.env.SCHEMA_VERSION === "second" ? second : (first as unknown as typeof second);
