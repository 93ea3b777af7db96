/** The agent and what happens to it: its state, the service's vital signs, log, artifacts, inbox. Each table says who writes it and who reads it. */
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
    updatedAt: v.number(),
    // The affect model's inner state (mind/affect/affect): what the public numbers above are computed from.
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

  // One row. Written at the service's start, by every tick's end, success or failure, and where the model fares otherwise
  // than before; read by GET /health.
  vitals: defineTable({
    startedAt: v.number(),
    version: v.string(),
    // When a tick last began by itself since then, so that the cron's first run and the service's start don't both tick.
    selfStartedAt: v.number(),
    tickCount: v.number(),
    lastTick: v.number(),
    // The last tick that ended, whatever its end.
    lastEnd: v.union(v.null(), v.object({ at: v.number(), outcome: tickOutcome, error: v.string() })),
    // The last thing the model provider did, whoever asked it; null until it is first asked after the service's start.
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
    // Exponentially weighted shares, 0 to 1, that the health score is measured from; as of the last of each kind, since when
    // it has healed where that succeeded.
    tickSuccess: v.number(),
    providerSuccess: v.number(),
  }),

  // One row a successful tick. Written by finish; read by GET /logs, GET /state/history and the next ticks.
  logs: defineTable({
    tickId: v.id("ticks"),
    mood,
    health: v.number(),
    routine,
    summary: v.string(),
    detail: v.string(),
    remark: v.optional(v.string()),
    // After the tick; absent in entries from before it was kept.
    volatility: v.optional(v.number()),
    // How many events the tick read.
    events: v.number(),
    // Whose texts the tick was shown, beside the agent's own: absent for nobody's, * for several people's.
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

  // The inbox. Written by POST /feed and POST /wake as pending; a tick's finish marks what it consumed.
  events: defineTable({
    source: eventSource,
    // Whose it is: empty for the agent's own. A tick reads events of one scope.
    scope: v.string(),
    content: v.string(),
    // JSON text, because Convex field names may not hold what a caller's keys may.
    metadata: v.optional(v.string()),
    // Of its words, unless its sender stated it (then `sentimentStated`) or the model corrected it.
    sentiment: v.number(),
    sentimentStated: v.optional(v.boolean()),
    // Present where the content is not English, so that its sentiment comes from no word of it.
    language: v.optional(v.literal("other")),
    // 0 to 1 against the events just before it.
    novelty: v.number(),
    // How many of those in a row of repetitions say the same.
    repeats: v.number(),
    receivedAt: v.number(),
    // High priority first, then the oldest.
    rank: v.number(),
    // How many characters (code points) of it ticks have read, where that is not yet all of it.
    readTo: v.optional(v.number()),
    consumedBy: v.union(v.null(), v.id("ticks")),
    // The reply to a note.
    reply: v.optional(v.object({ text: v.string(), writer, at: v.number(), tickId: v.id("ticks") })),
    // Whether the tick that consumed it failed because of it: nobody reads it.
    quarantined: v.optional(v.boolean()),
  }).index("by_consumer", ["consumedBy", "rank", "receivedAt"]),
};
