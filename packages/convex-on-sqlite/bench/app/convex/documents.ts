/** Reading and writing plain documents. */
import { v } from "convex/values";
import { internalMutation, mutation, query } from "./functions";
import { BODY, NEW_GROUP } from "./sizes";

const REMOVED_AT_ONCE = 1_000;

export const get = query({
  args: { id: v.id("documents") },
  handler: (ctx, { id }) => ctx.db.get(id),
});

/** The twenty latest documents of a group. */
export const latest = query({
  args: { group: v.string() },
  handler: (ctx, { group }) =>
    ctx.db
      .query("documents")
      .withIndex("by_group", (q) => q.eq("group", group))
      .order("desc")
      .take(20),
});

export const newest = query({
  args: { group: v.string() },
  handler: (ctx, { group }) =>
    ctx.db
      .query("documents")
      .withIndex("by_group", (q) => q.eq("group", group))
      .order("desc")
      .first(),
});

export const someIds = query({
  args: { count: v.number() },
  handler: async (ctx, { count }) =>
    (await ctx.db.query("documents").take(count)).map((document) => document._id),
});

export const insert = mutation({
  args: { at: v.number() },
  handler: (ctx, { at }) => ctx.db.insert("documents", { group: NEW_GROUP, at, body: BODY }),
});

/** Removes some of the documents that `insert` created; returns how many. */
export const removeNew = internalMutation({
  args: {},
  handler: async (ctx) => {
    const inserted = await ctx.db
      .query("documents")
      .withIndex("by_group", (q) => q.eq("group", NEW_GROUP))
      .take(REMOVED_AT_ONCE);
    for (const { _id } of inserted) await ctx.db.delete("documents", _id);
    return inserted.length;
  },
});
