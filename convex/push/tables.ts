/** Push events, and who listens. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { pushType } from "../lib/validators";

export const pushTables = {
  // The outbox: the events for webhooks and the event stream, in order. Written by push/pushEvents in the mutation that does
  // what the event reports; webhooks and the stream each read it with a cursor of their own; the sweep deletes old events. It
  // holds ids and no person's text, so erasures need not touch it.
  pushEvents: defineTable({
    // From 1, without gaps.
    number: v.number(),
    type: pushType,
    // The id of the tick, artifact, note or thought.
    subject: v.optional(v.string()),
    // For a health event: the checks that are not ok, by name.
    checks: v.optional(v.record(v.string(), v.string())),
    at: v.number(),
  }).index("by_number", ["number"]),

  // One row per endpoint. Written by POST and DELETE /webhooks, and when an endpoint is switched off. Progress has a table of
  // its own, so that deliveries don't conflict with mutations that check here for listeners.
  webhooks: defineTable({
    url: v.string(),
    // Signs messages; shown once, at creation.
    secret: v.string(),
    events: v.array(pushType),
    active: v.boolean(),
    // Why it was switched off.
    reason: v.optional(v.string()),
    createdAt: v.number(),
  }).index("by_active", ["active"]),

  // One row: the status in the last health event.
  healthStatus: defineTable({ degraded: v.boolean() }),
};
