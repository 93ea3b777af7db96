/** The service's vital signs. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { tickOutcome } from "../lib/validators";

export const vitalsTables = {
  // One row. Written at the service's start, at every tick's end, and when calls to the model's provider fail or succeed again;
  // read by GET /health.
  vitals: defineTable({
    startedAt: v.number(),
    version: v.string(),
    // When a tick last began by itself since the start, so that the cron's first run and the start don't both tick.
    selfStartedAt: v.number(),
    tickCount: v.number(),
    lastTick: v.number(),
    // How the last tick ended.
    lastEnd: v.union(v.null(), v.object({ at: v.number(), outcome: tickOutcome, error: v.string() })),
    // The last recorded outcome of a call to the model's provider, by a tick or other work; null if there is none since the start.
    provider: v.union(
      v.null(),
      v.object({
        at: v.number(),
        ok: v.boolean(),
        reason: v.string(),
        // The circuit breaker (vitals/breaker).
        failures: v.optional(v.number()),
        nextAttemptAt: v.optional(v.number()),
      }),
    ),
    // Exponentially weighted shares of successes, 0 to 1, for the health score, as of the last tick or call. If that succeeded,
    // they rise again with time (vitals/vitals).
    tickSuccess: v.number(),
    providerSuccess: v.number(),
    // Of the last verification: how many differences it found, and the first.
    differences: v.optional(v.object({ found: v.number(), first: v.string() })),
  }),
};
