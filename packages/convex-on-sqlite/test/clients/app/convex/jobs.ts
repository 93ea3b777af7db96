/** Scheduled functions that an app shows to its users. */
import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { internalAction, internalMutation, mutation, query } from "./builders";

type Body = { body: string };

export const later = mutation({
  args: { body: v.string(), delayMs: v.number() },
  handler: (ctx, { body, delayMs }) =>
    ctx.scheduler.runAfter(delayMs, makeFunctionReference<"mutation", Body>("jobs:deliver"), { body }),
});

export const deliver = internalMutation({
  args: { body: v.string() },
  handler: async (ctx, { body }) => {
    if (body === "") throw new Error("there is nothing to deliver");
    await ctx.db.insert("messages", { channel: "delivered", body, rank: 0 });
    return null;
  },
});

/** Schedules an action that runs until the gate is opened. */
export const waitAtGate = mutation({
  args: {},
  handler: (ctx) => ctx.scheduler.runAfter(0, makeFunctionReference<"action">("jobs:gate"), {}),
});

export const gate = internalAction({
  args: {},
  handler: async (ctx): Promise<null> => {
    const list = makeFunctionReference<"query", { channel: string }, string[]>("messages:list");
    while ((await ctx.runQuery(list, { channel: "gate" })).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return null;
  },
});

export const cancel = mutation({
  args: { id: v.id("_scheduled_functions") },
  handler: async (ctx, { id }) => {
    await ctx.scheduler.cancel(id);
    return null;
  },
});

export const get = query({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.db.system.get("_scheduled_functions", id),
});

export const all = query({
  args: {},
  handler: (ctx) => ctx.db.system.query("_scheduled_functions").collect(),
});

export const newest = query({
  args: {},
  handler: (ctx) => ctx.db.system.query("_scheduled_functions").order("desc").first(),
});

/** The number of jobs in a state. */
export const inState = query({
  args: { kind: v.string() },
  handler: async (ctx, { kind }) => {
    const jobs = ctx.db.system.query("_scheduled_functions");
    return (await jobs.filter((q) => q.eq(q.field("state.kind"), kind)).collect()).length;
  },
});
