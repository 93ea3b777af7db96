/** The record of what ran, which the tests read. */
import { v } from "convex/values";
import { internalMutation, query } from "./_generated/server";

export const add = internalMutation({
  args: { name: v.string(), result: v.any() },
  handler: async (ctx, run) => {
    await ctx.db.insert("runs", run);
    return (
      await ctx.db
        .query("runs")
        .withIndex("by_name", (q) => q.eq("name", run.name))
        .collect()
    ).length;
  },
});

export const named = query({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const runs = await ctx.db
      .query("runs")
      .withIndex("by_name", (q) => q.eq("name", name))
      .collect();
    return runs.map(({ result }) => result);
  },
});
