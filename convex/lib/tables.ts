/** Shared tables: leases, idempotency keys, lists with exact totals. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { job } from "./validators";

export const libTables = {
  // One row per job: the run that may commit. Written by lib/lease, read by GET /health.
  leases: defineTable({
    job,
    run: v.number(),
    // 0 while no run holds it.
    expiresAt: v.number(),
  }).index("by_job", ["job"]),

  // First answers of POSTs with an Idempotency-Key. Written in the mutation that does the work, or before and after work in
  // several; a cron cleans up.
  idempotency: defineTable({
    // SHA-256 of caller, path and key: tokens and keys are never stored.
    slot: v.string(),
    bodyHash: v.string(),
    // The answer's JSON text. While the work runs: the answer in case it is lost, or empty.
    response: v.string(),
    // While the work runs: when it counts as lost.
    underWayUntil: v.optional(v.number()),
    createdAt: v.number(),
  })
    .index("by_slot", ["slot"])
    .index("by_underWayUntil", ["underWayUntil"])
    .index("by_createdAt", ["createdAt"]),

  // The rows of a sequence in order, in blocks of one size; all but the last are full. Written by lib/sequence.
  sequenceBlocks: defineTable({
    // The list and its scope: "memories", "memories|episodic".
    name: v.string(),
    block: v.number(),
    // The creation time of its first row, in ms since the epoch.
    from: v.number(),
    ids: v.array(v.string()),
    at: v.array(v.number()),
    // Until the block is full; then in sequenceMeasures.
    measures: v.array(v.number()),
  })
    .index("by_block", ["name", "block"])
    .index("by_from", ["name", "from"]),

  // The measures of rows (importance, confidence), by which lists are filtered. In larger blocks, because filters read many.
  sequenceMeasures: defineTable({ name: v.string(), block: v.number(), values: v.array(v.number()) }).index(
    "by_block",
    ["name", "block"],
  ),

  // Summaries of full blocks of measures. Covers the first blocks of its stratum, one `greatest` value each. Written when a
  // share of the blocks has filled up.
  sequenceStrata: defineTable({
    name: v.string(),
    stratum: v.number(),
    // How many values are at least 0, 0.001, 0.002 … 1.
    atLeast: v.array(v.number()),
    // The greatest value of each block.
    greatest: v.array(v.number()),
  }).index("by_stratum", ["name", "stratum"]),
};
