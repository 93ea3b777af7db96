/** Counted requests. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const rateLimitsTables = {
  // Requests since the first start, each count spread over a few rows. Written by rateLimits/rateLimits; read by GET /metrics.
  requestCounts: defineTable({
    class: literals("read", "write", "tick"),
    shard: v.number(),
    count: v.number(),
  }).index("by_class", ["class", "shard"]),
};
