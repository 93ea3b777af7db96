/** Ticks, and the search for an event that makes them fail. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { clamp, latents, mood, trigger, tickOutcome, writer, ungrounded } from "../lib/validators";

const felt = v.object({ ...latents.fields, mood, health: v.number() });

/** Ids of events, memories and knowledge. */
const read = v.object({
  events: v.array(v.id("events")),
  memories: v.array(v.id("memories")),
  knowledge: v.array(v.id("knowledge")),
});

export const tickTables = {
  // One row per tick. Written by begin, then once by finish or fail; read by GET /ticks and the next tick.
  ticks: defineTable({
    trigger,
    // The name of the caller who asked for it, if its token has one.
    who: v.optional(v.string()),
    // The number of its run of the lease (leases/lease). It may commit only while this run holds the lease.
    run: v.number(),
    startedAt: v.number(),
    endedAt: v.optional(v.number()),
    outcome: tickOutcome,
    error: v.optional(v.string()),
    // The event that this tick quarantined, because every tick that read it failed.
    quarantined: v.optional(v.id("events")),
    // Who wrote the tick's words, the model or the journal ("reflex"), and why the model was not asked or its answer not used.
    author: v.optional(writer),
    skipped: v.optional(v.string()),
    // What the author of the words was shown: ids, and the number of log entries. The model is also shown words of its own, and
    // its receipt names these: log entries, artifacts, and notes whose reply it saw, with the number of themes. Absent in
    // receipts of the journal, which uses none of them, and in those older than these fields.
    shown: v.optional(
      read.extend({
        logs: v.number(),
        logEntries: v.optional(v.array(v.id("logs"))),
        artifacts: v.optional(v.array(v.id("artifacts"))),
        turns: v.optional(v.array(v.id("events"))),
        themes: v.optional(v.number()),
      }),
    ),
    // Which of these the words draw on, as their author says.
    used: v.optional(read),
    // Memories that the model proposes to pin. Their owner decides.
    proposedPins: v.optional(v.array(v.id("memories"))),
    // What it wrote. `memories` includes those that it reinforced; `answered` are the notes that it replied to.
    written: v.optional(
      v.object({
        log: v.id("logs"),
        artifacts: v.array(v.id("artifacts")),
        memories: v.array(v.id("memories")),
        answered: v.array(v.id("events")),
        reminders: v.optional(v.array(v.id("reminders"))),
        // The events that these became.
        due: v.optional(v.array(v.id("events"))),
      }),
    ),
    // The affect before and after the tick, what the model proposed, and how and why that was limited.
    affect: v.optional(
      v.object({
        before: felt,
        proposed: v.optional(v.object({ ...latents.fields, mood, confidence: v.number() })),
        clamps: v.array(clamp),
        corrections: v.array(v.object({ eventId: v.id("events"), from: v.number(), to: v.number() })),
        applied: felt,
      }),
    ),
    // Claims of the model's answer that are in nothing it was shown, at most 16 (mind/tick/answerCheck).
    ungrounded: v.optional(v.array(ungrounded)),
    // The model and what asking it cost; absent if it was not asked. A failed tick has no tokens.
    model: v.optional(
      v.object({
        name: v.string(),
        promptVersion: v.string(),
        calls: v.number(),
        repaired: v.boolean(),
        tokens: v.optional(v.object({ input: v.number(), output: v.number() })),
        ms: v.number(),
      }),
    ),
    // Of earlier versions; nothing reads it.
    remembered: v.optional(v.number()),
    // When the newest memory was stored, and when knowledge had last changed, so that the next tick can count what came since.
    rememberedTo: v.optional(v.number()),
    knownTo: v.optional(v.number()),
  }),

  // Replies that the model is still writing, one a note. Written by tick/showReplies while the tick holds its lease; deleted when
  // it ends and when anything is erased; read by `notes.partialReplies`.
  partialReplies: defineTable({
    noteId: v.id("events"),
    tickId: v.id("ticks"),
    // The erasure epoch of what the tick read.
    epoch: v.number(),
    // At most 2,000 characters. Empty: what had come does not count.
    text: v.string(),
    writtenAt: v.number(),
  })
    .index("by_note", ["noteId"])
    .index("by_writtenAt", ["writtenAt"]),

  // At most one row, while an event that makes ticks fail is being searched for (mind/tick/poisonEvent). Written and read by
  // tick/poisonEvents.
  poisonSearch: defineTable({
    most: v.number(),
    proven: v.boolean(),
    suspect: v.optional(v.object({ event: v.id("events"), strikes: v.number() })),
  }),
};
