/** The functions of the crons: a mutation, and an action in two steps. */
import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { internalAction, internalMutation } from "./server";

const stage = v.union(v.literal("done"), v.literal("started"));
const RECORD = makeFunctionReference<"mutation", { cron: string; stage: "done" | "started" }>(
  "cronRuns:record",
);

export const record = internalMutation({
  args: { cron: v.string(), stage },
  handler: async (ctx, run) => {
    await ctx.db.insert("cronRuns", run);
    return null;
  },
});

export const run = internalAction({
  args: { cron: v.string() },
  handler: async (ctx, { cron }) => {
    await ctx.runMutation(RECORD, { cron, stage: "started" });
    await ctx.runMutation(RECORD, { cron, stage: "done" });
    return null;
  },
});
