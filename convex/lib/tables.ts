/** What every feature uses: leases, idempotency keys, lists with exact totals. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { job } from "./validators";

export const libTables = {
  // One row a job: which run of it may commit. Written by lib/lease; read by GET /health.
  leases: defineTable({
    job,
    run: v.number(),
    // 0 while nobody holds it.
    expiresAt: v.number(),
  }).index("by_job", ["job"]),

  // First answers of POSTs that carried an Idempotency-Key. Written in the mutation that does the work, or before and
  // after work that takes several; cleaned up by a cron.
  idempotency: defineTable({
    // SHA-256 of caller, path and key: neither a token nor a caller's key is ever stored.
    slot: v.string(),
    bodyHash: v.string(),
    // The answer's JSON text; while work is under way, the answer if it never comes back, empty where nothing is done yet.
    response: v.string(),
    // While work is under way: when it is taken to have died.
    underWayUntil: v.optional(v.number()),
    createdAt: v.number(),
  })
    .index("by_slot", ["slot"])
    .index("by_underWayUntil", ["underWayUntil"])
    .index("by_createdAt", ["createdAt"]),

  // The rows of a sequence in their order, in blocks of one size; all but the last are full. Written by lib/sequence.
  sequenceBlocks: defineTable({
    // A list and its scope, as in "memories" and "memories|episodic".
    name: v.string(),
    block: v.number(),
    // When its first row was made, in ms since the epoch.
    from: v.number(),
    ids: v.array(v.string()),
    at: v.array(v.number()),
    // Its rows' measures, until it is full: then they are in sequenceMeasures.
    measures: v.array(v.number()),
  })
    .index("by_block", ["name", "block"])
    .index("by_from", ["name", "from"]),

  // What a list may be narrowed by besides time (importance, confidence), in blocks of their own: these are read in numbers.
  sequenceMeasures: defineTable({
    name: v.string(),
    block: v.number(),
    values: v.array(v.number()),
  }).index("by_block", ["name", "block"]),

  // What is known of many full blocks of measures together: of the first of its blocks, as many as have a greatest value
  // here. Written when a share of them has filled up.
  sequenceStrata: defineTable({
    name: v.string(),
    stratum: v.number(),
    // How many values are at least 0, a thousandth, two thousandths … 1.
    atLeast: v.array(v.number()),
    // The greatest value of each block.
    greatest: v.array(v.number()),
  }).index("by_stratum", ["name", "stratum"]),
};
