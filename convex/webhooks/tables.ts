/** Webhooks' tables. Each says who writes it and who reads it. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { pushType } from "../lib/validators";

export const webhooksTables = {
  // One row per endpoint: its progress. Written by webhooks/deliveries.
  webhookProgress: defineTable({
    webhookId: v.id("webhooks"),
    // The number of the last event that is delivered, skipped or given up.
    cursor: v.number(),
    // When the event after the cursor may be tried again; 0 for at once.
    nextAttemptAt: v.number(),
    // Since when that event has failed.
    failingSince: v.optional(v.number()),
  }).index("by_webhook", ["webhookId"]),

  // One row per event and endpoint, from the first attempt on. Written by webhooks/deliveries; read by GET
  // /webhooks/{id}/deliveries; the sweep deletes old rows.
  webhookDeliveries: defineTable({
    webhookId: v.id("webhooks"),
    // Its number among the endpoint's deliveries, without gaps, so that differences are numbers of rows.
    place: v.number(),
    eventId: v.string(),
    type: pushType,
    status: literals("retrying", "delivered", "abandoned"),
    attempts: v.number(),
    firstAttemptAt: v.number(),
    lastAttemptAt: v.number(),
    nextAttemptAt: v.optional(v.number()),
    // The outcome of the last attempt: the receiver's status, or why there was no answer.
    httpStatus: v.optional(v.number()),
    error: v.optional(v.string()),
  }).index("by_place", ["webhookId", "place"]),
};
