/** Ticks, and the search for an event that makes them fail. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { clamp, latents, mood, trigger, tickOutcome, writer, ungrounded } from "../lib/validators";

const felt = v.object({ ...latents.fields, mood, health: v.number() });

export const tickTables = {
  // One row a tick. Written by begin, then once by finish or fail; read by GET /ticks and the next tick.
  ticks: defineTable({
    trigger,
    // The name of the caller who asked for it, where its token has one.
    who: v.optional(v.string()),
    // Its run of the lease (lib/lease): it may commit while it holds it.
    run: v.number(),
    startedAt: v.number(),
    endedAt: v.optional(v.number()),
    outcome: tickOutcome,
    error: v.optional(v.string()),
    // The event that made every tick fail which read it; kept, and read no more.
    quarantined: v.optional(v.id("events")),
    // Who wrote the tick's words: the model or the journal ("reflex"), and why the model was not asked or not heeded.
    author: v.optional(writer),
    skipped: v.optional(v.string()),
    // Ids of what the words' author was shown, and how many log entries.
    shown: v.optional(
      v.object({
        events: v.array(v.id("events")),
        logs: v.number(),
        memories: v.array(v.id("memories")),
        knowledge: v.array(v.id("knowledge")),
      }),
    ),
    // What of it the words draw on, by their author's account, checked against what was shown.
    used: v.optional(
      v.object({
        events: v.array(v.id("events")),
        memories: v.array(v.id("memories")),
        knowledge: v.array(v.id("knowledge")),
      }),
    ),
    // Memories that the model would pin; their owner decides.
    proposedPins: v.optional(v.array(v.id("memories"))),
    // What it wrote or, of memories, reinforced; `answered` are the notes that it replied to.
    written: v.optional(
      v.object({
        log: v.id("logs"),
        artifacts: v.array(v.id("artifacts")),
        memories: v.array(v.id("memories")),
        answered: v.array(v.id("events")),
        reminders: v.optional(v.array(v.id("reminders"))),
      }),
    ),
    // The agent at the tick's begin and end, what the model proposed, and what was cut of that and why.
    affect: v.optional(
      v.object({
        before: felt,
        proposed: v.optional(v.object({ ...latents.fields, mood, confidence: v.number() })),
        clamps: v.array(clamp),
        corrections: v.array(v.object({ eventId: v.id("events"), from: v.number(), to: v.number() })),
        applied: felt,
      }),
    ),
    // What the model's answer claims and nothing that it was shown holds, at most 16 (mind/tick/answerCheck).
    ungrounded: v.optional(v.array(ungrounded)),
    // The model that was asked, as far as it was. Of a failed tick the tokens are not known.
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
    // How many memories there were when it ended: what is more at the next one was told in between.
    remembered: v.optional(v.number()),
    // The moments of the newest memory and of the last change of knowledge then.
    rememberedTo: v.optional(v.number()),
    knownTo: v.optional(v.number()),
  }),

  // One row while ticks fail over their events: how many events the next tick takes (mind/tick/poisonEvent). Written by
  // tick/poisonEvents.
  poisonSearch: defineTable({
    most: v.number(),
    proven: v.boolean(),
    suspect: v.optional(v.object({ event: v.id("events"), strikes: v.number() })),
  }),
};
