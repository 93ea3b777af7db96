/** The tables. Each says who writes it and who reads it. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { consciousnessTables } from "./thoughts/tables";
import { knowledgeTables } from "./knowledge/tables";
import { memoryTables } from "./memories/tables";
import { retrievalTables } from "./search/tables";
import {
  artifactType,
  eventSource,
  latents,
  mood,
  routine,
  tickOutcome,
  trigger,
  ungrounded,
  writer,
} from "./lib/validators";

export default defineSchema({
  ...memoryTables,
  ...consciousnessTables,
  ...knowledgeTables,
  ...retrievalTables,

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
    tickCount: v.number(),
    lastTick: v.number(),
    // The last tick that ended, whatever its end.
    lastEnd: v.union(v.null(), v.object({ at: v.number(), outcome: tickOutcome, error: v.string() })),
    // The last thing the model provider did, whoever asked it; null until it is first asked after the service's start.
    provider: v.union(v.null(), v.object({ at: v.number(), ok: v.boolean(), reason: v.string() })),
    // Exponentially weighted shares, 0 to 1, that the health score is measured from; as of the last of each kind, since when
    // it has healed where that succeeded.
    tickSuccess: v.number(),
    providerSuccess: v.number(),
  }),

  // One row. Written by a tick's begin, renew, finish and fail; read by GET /health.
  lock: defineTable({
    // The tick that holds the lock is its owner; null is free. A tick's id is never used again, so an old owner never matches.
    owner: v.union(v.null(), v.id("ticks")),
    leaseUntil: v.number(),
    // When a tick last began by itself, so that the cron's first run and the service's start don't both tick.
    selfStartedAt: v.number(),
    // How many events the next tick takes, after one failed over its events or by our own fault (mind/tick/poisonEvent).
    suspicion: v.optional(
      v.union(
        v.null(),
        v.object({
          most: v.number(),
          proven: v.boolean(),
          suspect: v.optional(v.object({ event: v.id("events"), strikes: v.number() })),
        }),
      ),
    ),
  }),

  // One row a tick. Written by begin, then once by finish or fail; read by people in the dashboard.
  ticks: defineTable({
    trigger,
    startedAt: v.number(),
    endedAt: v.optional(v.number()),
    outcome: tickOutcome,
    error: v.optional(v.string()),
    // The event that made every tick fail which read it; kept, and read no more.
    quarantined: v.optional(v.id("events")),
    // Who wrote the tick's words: the model or the journal ("reflex"), and why the model was not asked or not heeded.
    author: v.optional(writer),
    skipped: v.optional(v.string()),
    // What the model asked the affect to be, and what the affect model made of it.
    proposed: v.optional(v.object({ ...latents.fields, mood, confidence: v.number() })),
    applied: v.optional(v.object({ ...latents.fields, mood })),
    // What the model's answer claims and nothing that it was shown holds, at most 16 (mind/tick/answerCheck).
    ungrounded: v.optional(v.array(ungrounded)),
    // How many of each the words' author was shown.
    read: v.optional(
      v.object({
        events: v.number(),
        logs: v.number(),
        memories: v.optional(v.number()),
        knowledge: v.optional(v.number()),
      }),
    ),
    // The memories that it wrote or made stronger.
    learned: v.optional(v.array(v.id("memories"))),
    // How many memories there were when it ended: what is more at the next one was told in between.
    remembered: v.optional(v.number()),
    // The moments of the newest memory and of the last change of knowledge then.
    rememberedTo: v.optional(v.number()),
    knownTo: v.optional(v.number()),
    // The events that the model's words rest on, by its own account, checked against what it was shown.
    basedOn: v.optional(v.array(v.id("events"))),
    // The items of knowledge that they draw on, as checked: each by the passage that it was shown.
    usedKnowledge: v.optional(v.array(v.id("knowledge"))),
    tokens: v.optional(v.object({ input: v.number(), output: v.number() })),
    modelMs: v.optional(v.number()),
  }),

  // One row a successful tick. Written by finish; read by GET /logs and the next ticks.
  logs: defineTable({
    tickId: v.id("ticks"),
    mood,
    health: v.number(),
    routine,
    summary: v.string(),
    detail: v.string(),
    remark: v.optional(v.string()),
    // How many events the tick read.
    events: v.number(),
    timestamp: v.number(),
  }).index("by_timestamp", ["timestamp"]),

  // What a tick made for others to read. Written by finish; read by GET /artifacts.
  artifacts: defineTable({
    tickId: v.id("ticks"),
    type: artifactType,
    content: v.string(),
    timestamp: v.number(),
  }),

  // The inbox. Written by POST /feed and POST /wake as pending; a tick's finish marks what it consumed.
  events: defineTable({
    source: eventSource,
    content: v.string(),
    // JSON text, because Convex field names may not hold what a caller's keys may.
    metadata: v.optional(v.string()),
    sentiment: v.number(),
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
    // Whether the tick that consumed it failed because of it: nobody reads it.
    quarantined: v.optional(v.boolean()),
  }).index("by_consumer", ["consumedBy", "rank", "receivedAt"]),

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
});
