/** Idempotency keys and the first answers. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const idempotencyTables = {
  // First answers of POSTs with an Idempotency-Key. Written in the mutation that does the work, or before and after work in
  // several; the sweep deletes old ones.
  idempotency: defineTable({
    // SHA-256 of caller, path and key: tokens and keys are never stored.
    slot: v.string(),
    bodyHash: v.string(),
    // The answer's JSON text. While the work runs: the answer in case it is lost, or empty.
    response: v.string(),
    // While the work runs: when it counts as lost.
    underWayUntil: v.optional(v.number()),
    // The row whose text the answer has, if it has one.
    subject: v.optional(v.string()),
    createdAt: v.number(),
  })
    .index("by_slot", ["slot"])
    .index("by_subject", ["subject"])
    .index("by_underWayUntil", ["underWayUntil"])
    .index("by_createdAt", ["createdAt"]),
};
