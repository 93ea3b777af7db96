/** Leases: at most one run of each job at a time. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { job } from "../lib/validators";

export const leasesTables = {
  // One row per job: the run that may commit. Written by leases/lease, read by GET /health.
  leases: defineTable({
    job,
    run: v.number(),
    // 0 while no run holds it.
    expiresAt: v.number(),
    // Whether work that cannot wait may take it over.
    yields: v.optional(v.literal(true)),
  }).index("by_job", ["job"]),
};
