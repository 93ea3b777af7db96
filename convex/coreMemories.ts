/** Core memories as callers read them, and the steps of consolidation that write them. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import * as Consolidation from "./model/consolidation";
import * as CoreMemories from "./model/coreMemories";
import { present } from "./model/present";
import schema from "./schema";

const id = v.id("coreMemories");

/** A page, the last reinforced first. */
export const list = internalQuery({
  args: { limit: v.number(), offset: v.number() },
  returns: v.object({ coreMemories: v.array(CoreMemories.publicCoreMemory), total: v.number() }),
  handler: (ctx, args) => CoreMemories.list(ctx, args),
});

/** Who is in what, of these and in this order where they still are. */
export const members = internalQuery({
  args: { ids: v.array(id) },
  returns: v.array(v.object({ id, members: schema.tables.coreMemories.validator.fields.members })),
  handler: async (ctx, { ids }) =>
    (await CoreMemories.byIds(ctx, ids)).map((row) => ({ id: row._id, members: row.members })),
});

/** Core memories whose words need attention, the largest first. */
export const worded = internalQuery({
  args: { wording: schema.tables.coreMemories.validator.fields.wording, most: v.number() },
  returns: v.array(
    v.object({
      id,
      members: schema.tables.coreMemories.validator.fields.members,
      askedInVain: v.number(),
    }),
  ),
  handler: async (ctx, { wording, most }) =>
    (await CoreMemories.worded(ctx, wording, most)).map(({ _id, members, askedInVain = 0 }) => ({
      id: _id,
      members,
      askedInVain,
    })),
});

/** What members say: whole texts, so ask for few. */
export const contents = internalQuery({
  args: { memoryIds: v.array(v.id("memories")) },
  returns: v.array(v.object({ text: v.string(), entities: v.array(v.string()) })),
  handler: async (ctx, { memoryIds }) =>
    (await present(ctx, "memories", memoryIds)).map(({ content, entities }) => ({ text: content, entities })),
});

/** One step of a run: its changes, and how far that brings it, together. */
export const apply = internalMutation({
  args: {
    run: v.number(),
    from: v.number(),
    to: v.number(),
    reinforcedAt: v.number(),
    changes: v.array(CoreMemories.change),
  },
  returns: v.array(id),
  handler: async (ctx, { run, from, to, reinforcedAt, changes }) => {
    await Consolidation.hold(ctx, run);
    await Consolidation.advance(ctx, from, to);
    return await CoreMemories.apply(ctx, reinforcedAt, changes);
  },
});

/** Words for a core memory of `size` members; whether it has other words now. */
export const reword = internalMutation({
  args: { run: v.number(), id, size: v.number(), words: CoreMemories.words },
  returns: v.boolean(),
  handler: async (ctx, { run, id, size, words }) => {
    await Consolidation.hold(ctx, run);
    return await CoreMemories.reword(ctx, id, size, words);
  },
});
