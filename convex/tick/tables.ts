/** Ticks, and the search for an event that makes them fail. Each table says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { latents, mood, trigger, tickOutcome, writer, ungrounded } from "../lib/validators";

export const tickTables = {
  // One row a tick. Written by begin, then once by finish or fail; read by people in the dashboard.
  ticks: defineTable({
    trigger,
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

  // One row while ticks fail over their events: how many events the next tick takes (mind/tick/poisonEvent). Written by
  // tick/poisonEvents.
  poisonSearch: defineTable({
    most: v.number(),
    proven: v.boolean(),
    suspect: v.optional(v.object({ event: v.id("events"), strikes: v.number() })),
  }),
};
