/** The transactions that consolidation is made of. The action that takes them is in consolidationRun.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Clusters from "./clusters";
import * as Consolidation from "./schedule";
import * as CoreMemories from "./coreMemories";
import * as Newcomers from "./newcomers";
import * as Activation from "../memories/activation";
import * as Themes from "./themes";
import * as Lease from "../lib/lease";
import { consolidationTables } from "./tables";

const run = v.number();
/** The embedding model in use; empty without one. */
const model = v.string();
const { wording } = consolidationTables.clusters.validator.fields;

/** Claims consolidation for a new run, unless one is under way. */
export const begin = internalMutation({
  args: {},
  returns: Consolidation.begun,
  handler: (ctx) => Consolidation.begin(ctx, Date.now()),
});

/** A run has ended; `caughtUp` when it left nothing over. */
export const end = internalMutation({
  args: { run, caughtUp: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { run, caughtUp }) => {
    await Consolidation.end(ctx, Date.now(), run, caughtUp);
    return null;
  },
});

/** A run has failed: the next one need not wait for its claim to run out. */
export const release = internalMutation({
  args: { run },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    await Lease.release(ctx, "consolidation", run);
    return null;
  },
});

/** Whether the agent should consolidate by itself. */
export const due = internalMutation({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => Consolidation.due(ctx, Date.now()),
});

/** Writes down what time has taken from at most `most` memories by the moment `at`. How many it changed. */
export const fade = internalMutation({
  args: { run, at: v.number(), most: v.number() },
  returns: v.number(),
  handler: async (ctx, { run, at, most }) => {
    await Consolidation.assertHeld(ctx, run);
    return await Activation.decayDue(ctx, at, most);
  },
});

/** What unrelated memories' embeddings have for a cosine, measured on some of `total` memories. */
export const baseline = internalQuery({
  args: { model, total: v.number() },
  returns: v.number(),
  handler: (ctx, { model, total }) => Newcomers.baseline(ctx, model, total),
});

/** The vector of the memory at a place; null where it is not compared, or has none of this model. */
export const vectorAt = internalQuery({
  args: { model, place: v.number() },
  returns: v.union(v.null(), v.array(v.number())),
  handler: (ctx, { model, place }) => Newcomers.vectorAt(ctx, model, place),
});

/** The memory at a place with those nearest to it; `vectorIds` are those found near to its vector. */
export const newcomer = internalQuery({
  args: { model, place: v.number(), vectorIds: v.array(v.id("vectors")) },
  returns: Newcomers.found,
  handler: (ctx, args) => Newcomers.at(ctx, args),
});

/** Takes new memories into clusters and moves on from place `from` to `to`, together. The themes that changed. */
export const join = internalMutation({
  args: {
    run,
    from: v.number(),
    to: v.number(),
    model,
    baseline: v.number(),
    reinforcedAt: v.number(),
    newcomers: v.array(Clusters.newcomer),
  },
  returns: v.array(v.id("clusters")),
  handler: async (ctx, { run, from, to, ...step }) => {
    await Consolidation.assertHeld(ctx, run);
    await Consolidation.advance(ctx, from, to);
    return await Clusters.join(ctx, step);
  },
});

/** The largest themes whose words are as `wording` says. */
export const wordedAs = internalQuery({
  args: { wording, most: v.number() },
  returns: v.array(Themes.unworded),
  handler: (ctx, { wording, most }) => Themes.wordedAs(ctx, currentSettings().timeZone, wording, most),
});

/** Gives a theme words; whether it was created by that, or has other words now. */
export const word = internalMutation({
  args: {
    run,
    now: v.number(),
    clusterId: v.id("clusters"),
    words: CoreMemories.words.extend({ wording }),
  },
  returns: v.union(v.literal("created"), v.literal("changed"), v.literal("same")),
  handler: async (ctx, { run, now, clusterId, words }) => {
    await Consolidation.assertHeld(ctx, run);
    return await CoreMemories.word(ctx, now, clusterId, words);
  },
});
