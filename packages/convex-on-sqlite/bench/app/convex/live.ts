/** One document with many subscribers. */
import { v } from "convex/values";
import { mutation, query } from "./functions";

const GROUP = "watched";

export const current = query({
  args: {},
  handler: async (ctx) => {
    const watched = await ctx.db
      .query("documents")
      .withIndex("by_group", (q) => q.eq("group", GROUP))
      .unique();
    return watched?.at ?? 0;
  },
});

export const change = mutation({
  args: { at: v.number() },
  handler: async (ctx, { at }) => {
    const watched = await ctx.db
      .query("documents")
      .withIndex("by_group", (q) => q.eq("group", GROUP))
      .unique();
    if (watched === null) await ctx.db.insert("documents", { group: GROUP, at, body: "" });
    else await ctx.db.patch("documents", watched._id, { at });
  },
});
