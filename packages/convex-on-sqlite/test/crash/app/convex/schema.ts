/** Two versions of one schema, selected by the environment, so that a start can change the schema. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

/** Dimensions of an item's vector. */
export const DIMENSIONS = 4;

const item = {
  key: v.string(),
  partition: v.string(),
  /** Its number within its partition, from 1. */
  n: v.number(),
  text: v.string(),
  vector: v.array(v.float64()),
  at: v.commitTs(),
  /** The client session and request that wrote it. */
  session: v.optional(v.string()),
  request: v.optional(v.number()),
};

const rest = {
  /** Total items ever written per partition. Updated by reading and writing, so lost or repeated runs show. */
  partitions: defineTable({ name: v.string(), count: v.number() }).index("by_name", ["name"]),
  orders: defineTable({
    key: v.string(),
    kind: v.union(v.literal("mutation"), v.literal("action"), v.literal("failing")),
    job: v.id("_scheduled_functions"),
    isCancelled: v.boolean(),
  }).index("by_key", ["key"]),
  /** Deliveries of orders, written only by their jobs. */
  deliveries: defineTable({
    key: v.string(),
    stage: v.union(v.literal("done"), v.literal("started"), v.literal("ended")),
  }).index("by_key", ["key"]),
  /** Written by the crons. */
  cronRuns: defineTable({ cron: v.string(), stage: v.union(v.literal("done"), v.literal("started")) }),
};

const first = defineSchema({
  items: defineTable(item)
    .index("by_key", ["key"])
    .index("by_partition", ["partition", "n"])
    .searchIndex("by_text", { searchField: "text", filterFields: ["partition"] })
    .vectorIndex("by_vector", { vectorField: "vector", dimensions: DIMENSIONS, filterFields: ["partition"] }),
  ...rest,
});

/** An additional field, a changed and a new index, and search indexes with other filters. */
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
