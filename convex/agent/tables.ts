/** The agent's state, vital signs, log, artifacts and events. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { mood, routine, artifactType, tickOutcome, latents, eventSource, writer } from "../lib/validators";

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
        // The circuit breaker (llm/breaker).
        failures: v.optional(v.number()),
        nextAttemptAt: v.optional(v.number()),
      }),
    ),
    // Exponentially weighted shares of successes, 0 to 1, for the health score, as of the last tick or call. If that succeeded,
    // they rise again with time (agent/vitals).
    tickSuccess: v.number(),
    providerSuccess: v.number(),
    // Of the last verification: how many differences it found, and the first.
    differences: v.optional(v.object({ found: v.number(), first: v.string() })),
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

  // Events. Written as pending by POST /feed, by POST /wake and when a reminder is due; a tick's finish marks what it consumed.
  events: defineTable({
    source: eventSource,
    // Whose it is: empty for the agent's own. A tick reads events of one scope.
    scope: v.string(),
    content: v.string(),
    // JSON text, because a caller's keys may contain characters that names of Convex fields may not.
    metadata: v.optional(v.string()),
    // −1 to 1: computed, stated by its sender (then `sentimentStated`), or corrected by the model.
    sentiment: v.number(),
    sentimentStated: v.optional(v.boolean()),
    // Present if the content is not English, so that its words were not scored.
    language: v.optional(v.literal("other")),
    // 0 (like one of the events just before it) to 1 (like none of them).
    novelty: v.number(),
    // How many events shortly before it said the same.
    repeats: v.number(),
    receivedAt: v.number(),
    // The order of reading: the lowest rank first, then the oldest.
    rank: v.number(),
    // How many code points of it ticks have read, while it is read in parts.
    readTo: v.optional(v.number()),
    // Null: it waits for a tick. Absent: one of another service read it, which did not come along.
    consumedBy: v.optional(v.union(v.null(), v.id("ticks"))),
    // The reply to a note. Absent `tickId`: by a tick of another service.
    reply: v.optional(
      v.object({ text: v.string(), writer, at: v.number(), tickId: v.optional(v.id("ticks")) }),
    ),
    // Whether it was quarantined, because ticks that read it failed.
    quarantined: v.optional(v.boolean()),
  })
    .index("by_consumer", ["consumedBy", "rank", "receivedAt"])
    .index("by_scope", ["consumedBy", "scope", "rank", "receivedAt"]),
};
