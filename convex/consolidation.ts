/** The steps of consolidation that read and write what it works with. The action that takes them is in consolidating.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import * as Consolidation from "./model/consolidation";
import * as CoreMemories from "./model/coreMemories";
import * as DocumentFrequencies from "./model/documentFrequencies";
import * as Memories from "./model/memories";
import * as Neighbours from "./model/neighbours";
import * as Presence from "./model/presence";
import * as Vectors from "./model/vectors";

const places = v.array(v.number());
/** The embedding model whose vectors count; empty without one. */
const model = v.string();

/** Claims consolidation for a new run, unless one is under way. */
export const begin = internalMutation({
  args: {},
  returns: Consolidation.begun,
  handler: (ctx) => Consolidation.begin(ctx, Date.now()),
});

/** Extends a run's claim; false when another run has taken over. */
export const renew = internalMutation({
  args: { run: v.number() },
  returns: v.boolean(),
  handler: (ctx, { run }) => Consolidation.renew(ctx, Date.now(), run),
});

/** A run has ended; `caughtUp` when it left nothing over. */
export const end = internalMutation({
  args: { run: v.number(), caughtUp: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { run, caughtUp }) => {
    await Consolidation.end(ctx, Date.now(), run, caughtUp);
    return null;
  },
});

/** A run has failed: the next one need not wait for its claim to run out. */
export const release = internalMutation({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    await Consolidation.release(ctx, run);
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
  args: { run: v.number(), at: v.number(), most: v.number() },
  returns: v.number(),
  handler: async (ctx, { run, at, most }) => {
    await Consolidation.hold(ctx, run);
    return await Presence.fade(ctx, at, most);
  },
});

/** The memories at these places, to be compared. */
export const subjects = internalQuery({
  args: { model, places },
  returns: v.array(Neighbours.subject),
  handler: (ctx, { model, places }) => Neighbours.subjects(ctx, model, places),
});

/** What is compared of the memories at these places. */
export const texts = internalQuery({
  args: { model, places },
  returns: v.array(Neighbours.comparable),
  handler: (ctx, { model, places }) => Neighbours.textsAt(ctx, model, places),
});

/** Memories that hold some of these terms. */
export const holding = internalQuery({
  args: { model, terms: v.array(v.string()), most: v.number() },
  returns: v.array(Neighbours.comparable),
  handler: (ctx, { model, terms, most }) => Neighbours.holding(ctx, model, terms, most),
});

/** The memories that these vectors belong to. */
export const embedded = internalQuery({
  args: { model, vectorIds: v.array(v.id("vectors")) },
  returns: v.array(Neighbours.comparable),
  handler: (ctx, { model, vectorIds }) => Neighbours.embedded(ctx, model, vectorIds),
});

/** The vector of a text, if it has one of this model. */
export const vectorOf = internalQuery({
  args: { model, textId: v.id("texts") },
  returns: v.union(v.null(), v.array(v.number())),
  handler: (ctx, { model, textId }) => Vectors.madeBy(ctx, model, textId),
});

/** The nearest of the memories at these places, and the themes these are in. */
export const standing = internalQuery({
  args: { places },
  returns: v.array(Neighbours.standing),
  handler: (ctx, { places }) => Neighbours.standingOf(ctx, places),
});

/** The nearest of all members of these themes. */
export const membersOf = internalQuery({
  args: { themes: v.array(v.id("coreMemories")) },
  returns: v.array(Neighbours.neighbourRow),
  handler: (ctx, { themes }) => Neighbours.membersOf(ctx, themes),
});

/** Places of memories that have a vector now and were compared without it. */
export const outdated = internalQuery({
  args: { model, below: v.number(), looked: v.number() },
  returns: places,
  handler: (ctx, { model, ...bounds }) => Neighbours.outdated(ctx, model, bounds),
});

/** How many memories hold each of these terms, in their order, and how many memories there are. */
export const holders = internalQuery({
  args: { terms: v.array(v.string()) },
  returns: v.object({ owners: v.number(), holders: v.array(v.number()) }),
  handler: async (ctx, { terms }) => {
    const { documents, frequencies } = await DocumentFrequencies.frequenciesOf(ctx, "memory", terms);
    return { owners: documents, holders: frequencies };
  },
});

/** Whether an earlier version left rows of neighbours that don't say which theme the memory is in. */
export const someSayNoTheme = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => Neighbours.someSayNoTheme(ctx),
});

/** Enters the theme made next after `after` into the rows of its members; when it was made, null where there is none. */
export const enterTheme = internalMutation({
  args: { run: v.number(), after: v.number() },
  returns: v.union(v.null(), v.number()),
  handler: async (ctx, { run, after }) => {
    await Consolidation.hold(ctx, run);
    const theme = await CoreMemories.nextAfter(ctx, after);
    if (theme === null) return null;
    await Neighbours.enterTheme(ctx, theme);
    return theme._creationTime;
  },
});

/** Enters into at most `most` rows that their memories are in no theme; how many these were. */
export const enterNoTheme = internalMutation({
  args: { run: v.number(), most: v.number() },
  returns: v.number(),
  handler: async (ctx, { run, most }) => {
    await Consolidation.hold(ctx, run);
    return await Neighbours.enterNoTheme(ctx, most);
  },
});

/** Places of reflections that an earlier version compared, among `most` from `offset` on; null beyond the last. */
export const comparedReflections = internalQuery({
  args: { offset: v.number(), most: v.number() },
  returns: v.union(v.null(), places),
  handler: async (ctx, page) => {
    const reflections = await Memories.placesOf(ctx, "reflection", page);
    if (reflections.length === 0) return null;
    return (await Neighbours.standingOf(ctx, reflections)).map(({ row }) => row.place);
  },
});

/** Forgets what the memories at these places, which are in no theme, are near to. */
export const forget = internalMutation({
  args: { run: v.number(), places },
  returns: v.null(),
  handler: async (ctx, { run, places }) => {
    await Consolidation.hold(ctx, run);
    for (const place of places) await Neighbours.forget(ctx, place);
    return null;
  },
});

/** No reflection is among the neighbours any more. */
export const haveLetGo = internalMutation({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    await Consolidation.hold(ctx, run);
    await Consolidation.noteLetGo(ctx);
    return null;
  },
});

/** Writes neighbours in place of those known. */
export const write = internalMutation({
  args: { run: v.number(), rows: v.array(Neighbours.neighbourRow) },
  returns: v.null(),
  handler: async (ctx, { run, rows }) => {
    await Consolidation.hold(ctx, run);
    await Neighbours.write(ctx, rows);
    return null;
  },
});
