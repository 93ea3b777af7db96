/** The steps of thinking that touch the database. The actions that take them in turn are in thinking.ts. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { currentSettings } from "./currentSettings";
import { UNCOUNTED } from "../mind/ranking/idf";
import { decideToThink } from "./mind/thoughts/thinking";
import { SHOWN_THOUGHTS } from "./mind/thoughts/thoughtPrompt";
import * as Agent from "./model/agent";
import * as Idempotency from "./model/idempotency";
import { embedding } from "./model/nearness";
import * as Thinking from "./model/thinking";
import * as Matter from "./model/thinkingMatter";
import * as Reflections from "./model/thoughtReflections";
import * as Totals from "./model/thoughtTotals";
import * as Thoughts from "./model/thoughts";
import { cueHits } from "./model/vectorHits";
import { mood, reflectedOn, tone, writer } from "./validators";

const page = v.object({ thoughts: v.array(Thoughts.publicThought), total: v.number(), hasMore: v.boolean() });
const made = v.object({ content: v.string(), tone, confidence: v.number() });

/** `KeptSeed` of mind/thoughts/seeds. */
const keptSeed = v.object({
  content: v.string(),
  importance: v.number(),
  entities: v.array(v.string()),
  source: v.union(v.null(), v.string()),
  own: v.boolean(),
  at: v.union(v.null(), v.number()),
  weight: v.number(),
});

/** A page of thoughts, newest first. */
export const list = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    tone: v.optional(tone),
    since: v.optional(v.number()),
    minConfidence: v.optional(v.number()),
  },
  returns: page,
  handler: (ctx, filter) => Thoughts.list(ctx, filter),
});

/** A page of brilliant thoughts, newest first. */
export const listBrilliant = internalQuery({
  args: { limit: v.number(), offset: v.number(), since: v.optional(v.number()) },
  returns: page,
  handler: (ctx, range) => Thoughts.listBrilliant(ctx, range),
});

/** Thinking in figures, at `now`. */
export const stats = internalQuery({
  args: { now: v.number() },
  returns: Totals.thoughtStats,
  handler: (ctx, { now }) => Totals.stats(ctx, now),
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
    made,
    writer,
    seeds: v.array(keptSeed),
    embedding: v.union(v.null(), embedding),
    answer: v.object({ filtered: v.number(), processTime: v.number() }),
    claim: v.optional(Idempotency.claim),
  },
  returns: Thoughts.publicThought,
  handler: async (ctx, { made, writer, seeds, embedding, answer, claim }) => {
    const origin = { kind: "seeds" as const, seeds };
    const wanted = { ...made, writer, spontaneous: false, origin };
    const thought = await Thoughts.add(ctx, Date.now(), currentSettings(), wanted, embedding);
    await Idempotency.provide(ctx, claim, { thought, ...answer });
    return thought;
  },
});

/** Keeps a thought that the agent had by itself, unless the run has lost its claim or the thought was had before. */
export const keepOwn = internalMutation({
  args: {
    run: v.number(),
    made,
    writer,
    seeds: v.array(keptSeed),
    embedding: v.union(v.null(), embedding),
    because: v.string(),
  },
  returns: literals("kept", "repeated", "lost"),
  handler: async (ctx, { run, made, writer, seeds, embedding, because }) => {
    const now = Date.now();
    if (!(await Thinking.holds(ctx, now, run))) return "lost";
    const origin = { kind: "seeds" as const, seeds };
    const wanted = { ...made, writer, spontaneous: true, origin };
    const kept = await Thoughts.addIfNew(ctx, now, currentSettings(), wanted, embedding);
    if (kept.kind === "repeated") {
      await Thinking.settle(ctx, now, "repeated", "it says what one of the last thoughts said");
      return "repeated";
    }
    await Thinking.settle(ctx, now, "thought", because);
    return "kept";
  },
});

/** A run ended without a thought. */
export const giveUp = internalMutation({
  args: { run: v.number(), ended: Thinking.ended },
  returns: v.null(),
  handler: async (ctx, { run, ended }) => {
    await Thinking.giveUp(ctx, Date.now(), run, ended);
    return null;
  },
});

/** Whether there is something to think about by itself, and what; `cues` are what vectors may be searched for. */
export const decide = internalQuery({
  args: {
    now: v.number(),
    hits: v.array(cueHits),
  },
  returns: v.object({
    decision: v.union(
      v.object({ kind: v.literal("think"), seeds: v.array(keptSeed), because: v.string() }),
      v.object({ kind: v.literal("wait"), because: v.string() }),
    ),
    cues: v.array(v.string()),
  }),
  handler: async (ctx, { now, hits }) => {
    const { matter, cues } = await Matter.gather(ctx, now, hits);
    const decision = decideToThink(matter, UNCOUNTED);
    return {
      decision:
        decision.kind === "wait"
          ? decision
          : { ...decision, seeds: decision.seeds.map((seed) => ({ ...seed, entities: [...seed.entities] })) },
      cues: [...cues],
    };
  },
});

/** The thoughts that a reflection may look back on, newest first. */
export const toReflectOn = internalQuery({
  args: { since: v.number() },
  returns: v.array(Reflections.earlierThought),
  handler: (ctx, { since }) => Reflections.thoughtsSince(ctx, since),
});

/** Keeps a reflection; the answer settles the claim. */
export const keepReflection = internalMutation({
  args: {
    made,
    writer,
    basedOn: reflectedOn,
    claim: v.optional(Idempotency.claim),
  },
  returns: Thoughts.publicThought,
  handler: async (ctx, { made, writer, basedOn, claim }) => {
    const wanted = { ...made, writer, basedOn };
    const reflection = await Reflections.keep(ctx, Date.now(), currentSettings(), wanted);
    await Idempotency.settle(ctx, claim, { reflection });
    return reflection;
  },
});
