/** The table of push events. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { pushType } from "../lib/validators";

export const pushTables = {
  // The outbox: what webhooks and the event stream tell of, in order. Written by push/pushEvents in the mutation that does
  // what is told; read by both, each with a cursor of its own; a cron cleans up. It holds ids and no text of a person, so an
  // erasure has nothing to do here.
  pushEvents: defineTable({
    // From 1, without gaps.
    number: v.number(),
    type: pushType,
    // The id of the tick, artifact, note or thought.
    subject: v.optional(v.string()),
    // Of a health event: the report's checks that are not ok, by name.
    checks: v.optional(v.record(v.string(), v.string())),
    at: v.number(),
  }).index("by_number", ["number"]),

  // One row: the status that the last health event told.
  healthStatus: defineTable({ degraded: v.boolean() }),
};
