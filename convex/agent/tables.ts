/** The agent's state, log and artifacts. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { mood, routine, artifactType, latents } from "../lib/validators";

export const agentTables = {
  // One row. Written by the tick's `finish`, by feed events, by the service's start and as time passes; read by GET /state,
  // `state.get` and GET /health.
  agent: defineTable({
    mood,
    health: v.number(),
    routine,
    volatility: v.number(),
    summary: v.string(),
    // The row whose text the summary repeats; null if none. Absent in rows of earlier versions, and in an imported one until
    // that row comes.
    summaryOf: v.optional(
      v.union(v.null(), v.object({ event: v.id("events") }), v.object({ log: v.id("logs") })),
    ),
    updatedAt: v.number(),
    // The affect (mind/affect/affect), from which the visible values above are computed.
    affect: v.object({
      now: latents,
      slow: latents,
      variance: v.number(),
      health: v.number(),
      healthParts: v.object({
        events: v.number(),
        tickSuccess: v.number(),
        providerSuccess: v.number(),
        punctuality: v.number(),
        consolidation: v.number(),
      }),
      mood,
      at: v.number(),
    }),
    bornAt: v.number(),
  }),

  // One row per successful tick. Written by finish; read by GET /logs, GET /state/history and the next ticks.
  logs: defineTable({
    tickId: v.id("ticks"),
    mood,
    health: v.number(),
    routine,
    summary: v.string(),
    detail: v.string(),
    remark: v.optional(v.string()),
    // After the tick; absent in entries older than this field.
    volatility: v.optional(v.number()),
    // Of a quiet tick, which found nothing new: the moment since which nothing came in.
    quietSince: v.optional(v.number()),
    // How many events the tick read.
    events: v.number(),
    // That of the tick's events; absent for the agent's own. Older entries may have * for several people's.
    scope: v.optional(v.string()),
    timestamp: v.number(),
  }).index("by_timestamp", ["timestamp"]),

  // What a tick made for others to read. Written by finish; read by GET /artifacts.
  artifacts: defineTable({
    tickId: v.id("ticks"),
    type: artifactType,
    content: v.string(),
    // As a log entry's.
    scope: v.optional(v.string()),
    timestamp: v.number(),
  }),
};
