/** Webhooks' tables. Each says who writes it and who reads it. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { pushType } from "../lib/validators";

export const webhooksTables = {
  // One row an endpoint. Written by POST and DELETE /webhooks, and when an endpoint is switched off. Progress is apart, so that
  // deliveries never conflict with the mutations that look here for listeners.
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

  // One row an endpoint: how far it has come. Written by webhooks/deliveries.
  webhookProgress: defineTable({
    webhookId: v.id("webhooks"),
    // The number of the last event that it is done with.
    cursor: v.number(),
    // 0, or when the event after the cursor is due again.
    nextAttemptAt: v.number(),
    // Since when that event fails.
    failingSince: v.optional(v.number()),
  }).index("by_webhook", ["webhookId"]),

  // One row an event and endpoint, from the first attempt on. Written by webhooks/deliveries; read by
  // GET /webhooks/{id}/deliveries; a cron deletes the old.
  webhookDeliveries: defineTable({
    webhookId: v.id("webhooks"),
    // Counts the endpoint's deliveries, without gaps: the difference of two is a number of rows.
    place: v.number(),
    eventId: v.string(),
    type: pushType,
    status: literals("retrying", "delivered", "abandoned"),
    attempts: v.number(),
    firstAttemptAt: v.number(),
    lastAttemptAt: v.number(),
    nextAttemptAt: v.optional(v.number()),
    // Of the last attempt: the receiver's status, or why there was none.
    httpStatus: v.optional(v.number()),
    error: v.optional(v.string()),
  }).index("by_place", ["webhookId", "place"]),
};
