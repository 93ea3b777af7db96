/** The steps of thinking that touch the database. The actions that take them in turn are in thinking.ts. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { SHOWN_THOUGHTS } from "../../mind/thoughts/thoughtPrompt";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Agent from "../agent/state";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import * as Lease from "../lib/lease";
import { mood, reflectedOn, tone, writer } from "../lib/validators";
import { embedding } from "../search/semanticNeighbors";
import * as Reflections from "./reflections";
import * as ThoughtSchedule from "./schedule";
import * as ThoughtSeeds from "./seeds";
import * as Thoughts from "./thoughts";

const made = v.object({ content: v.string(), tone, confidence: v.number() });
const thought = v.object({
  made,
  writer,
  origin: Thoughts.seedOrigin,
  embedding: v.union(v.null(), embedding),
});

/** What a thought's prompt says besides its seeds. */
export const context = internalQuery({
  args: {},
  returns: v.object({
    mood,
    earlier: v.array(v.object({ content: v.string(), timestamp: v.number() })),
  }),
  handler: async (ctx) => {
    const earlier = await Thoughts.newest(ctx, SHOWN_THOUGHTS);
    return {
      mood: (await Agent.state(ctx)).mood,
      earlier: earlier.map(({ content, timestamp }) => ({ content, timestamp })),
    };
  },
});

/**
 * Keeps a thought that was asked for. With its answer the claim is provided: `filtered` and `processTime` (ms so far)
 * are what the answer says beside the thought.
 */
export const keep = internalMutation({
  args: {
    thought,
    answer: v.object({ filtered: v.number(), processTime: v.number() }),
    claim: v.optional(Idempotency.claim),
  },
  returns: Thoughts.publicThought,
  handler: async (ctx, { thought, answer, claim }) => {
    const now = Date.now();
    const { similarity } = await Thoughts.nearestEarlier(ctx, thought);
    const kept = await Thoughts.add(
      ctx,
      now,
      currentSettings(),
      { ...thought, spontaneous: false },
      similarity,
    );
    await Idempotency.provide(ctx, claim, { thought: kept, ...answer });
    return kept;
  },
});

/** Keeps a thought that the agent had by itself, unless the run has lost its claim or the thought was had before. */
export const keepOwn = internalMutation({
  args: { run: v.number(), thought, because: v.string() },
  returns: literals("kept", "repeated", "lost"),
  handler: async (ctx, { run, thought, because }) => {
    const now = Date.now();
    if (!(await Lease.holds(ctx, "thoughts", run))) return "lost";
    const { similarity, repeated } = await Thoughts.nearestEarlier(ctx, thought);
    if (repeated) {
      await ThoughtSchedule.endWithThought(
        ctx,
        now,
        "repeated",
        "it says what one of the last thoughts said",
      );
      return "repeated";
    }
    await Thoughts.add(ctx, now, currentSettings(), { ...thought, spontaneous: true }, similarity);
    await ThoughtSchedule.endWithThought(ctx, now, "thought", because);
    return "kept";
  },
});

/** A run ended without a thought; `isOver` where what happened is not to be thought about again. */
export const endWithoutThought = internalMutation({
  args: { run: v.number(), ...ThoughtSchedule.ended.fields, isOver: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { run, isOver, ...ended }) => {
    await ThoughtSchedule.endWithoutThought(ctx, Date.now(), run, ended, isOver);
    return null;
  },
});

/** Whether there is something to think about by itself, and what. */
export const decide = internalQuery({
  args: { now: v.number() },
  returns: v.union(
    v.object({ kind: v.literal("think"), seeds: v.array(ThoughtSeeds.seed), because: v.string() }),
    v.object({ kind: v.literal("wait"), because: v.string() }),
  ),
  handler: (ctx, { now }) => ThoughtSeeds.decide(ctx, now),
});

/** The thoughts that a reflection may look back on, newest first. */
export const toReflectOn = internalQuery({
  args: { since: v.number() },
  returns: v.array(Reflections.earlierThought),
  handler: (ctx, { since }) => Reflections.thoughtsSince(ctx, since),
});

/** Keeps a reflection; the answer settles the claim. */
export const keepReflection = internalMutation({
  args: { made, writer, basedOn: reflectedOn, claim: v.optional(Idempotency.claim) },
  returns: Thoughts.publicThought,
  handler: async (ctx, { claim, ...wanted }) => {
    const reflection = await Reflections.keep(ctx, Date.now(), currentSettings(), wanted);
    await Idempotency.settle(ctx, claim, { reflection });
    return reflection;
  },
});
