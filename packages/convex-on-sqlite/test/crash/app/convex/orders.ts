/** Orders with scheduled jobs: mutations, actions, cancelled and failing ones. Orders are counted in the background. */
import { DirectAggregate } from "@convex-dev/aggregate";
import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { components, internalAction, internalMutation, mutation, query } from "./server";

const tally = new DirectAggregate<{ Namespace: undefined; Key: string; Id: string }>(components.tally);

const keyed = { key: v.string() };

const JOBS = {
  mutation: makeFunctionReference<"mutation", { key: string }>("orders:deliver"),
  action: makeFunctionReference<"action", { key: string }>("orders:carry"),
  failing: makeFunctionReference<"mutation", { key: string }>("orders:drop"),
};

const STEP = makeFunctionReference<"mutation", { key: string; stage: "started" | "ended" }>(
  "orders:recordStep",
);

/** Schedules the job of a new order. */
export const place = mutation({
  args: {
    ...keyed,
    kind: v.union(v.literal("mutation"), v.literal("action"), v.literal("failing")),
    delayMs: v.number(),
  },
  handler: async (ctx, { key, kind, delayMs }) => {
    const job = await ctx.scheduler.runAfter(delayMs, JOBS[kind], { key });
    const id = await ctx.db.insert("orders", { key, kind, job, isCancelled: false });
    await tally.insert(ctx, { key, id }, { async: true });
    return null;
  },
});

/** Cancels the job of an order if it is still pending; returns whether it was. */
export const cancel = mutation({
  args: keyed,
  handler: async (ctx, { key }) => {
    const order = await ctx.db
      .query("orders")
      .withIndex("by_key", (q) => q.eq("key", key))
      .unique();
    if (order === null) return false;
    const job = await ctx.db.system.get(order.job);
    if (job?.state.kind !== "pending") return false;
    await ctx.scheduler.cancel(order.job);
    await ctx.db.patch(order._id, { isCancelled: true });
    return true;
  },
});

export const deliver = internalMutation({
  args: keyed,
  handler: async (ctx, { key }) => {
    await ctx.db.insert("deliveries", { key, stage: "done" });
    return null;
  },
});

export const drop = internalMutation({
  args: keyed,
  handler: async (ctx, { key }) => {
    await ctx.db.insert("deliveries", { key, stage: "done" });
    throw new Error("Dropped on the way.");
  },
});

export const carry = internalAction({
  args: keyed,
  handler: async (ctx, { key }) => {
    await ctx.runMutation(STEP, { key, stage: "started" });
    // Long enough for a kill in between.
    await new Promise((resolve) => setTimeout(resolve, 40));
    await ctx.runMutation(STEP, { key, stage: "ended" });
    return null;
  },
});

/** Records a step of an action's order. */
export const recordStep = internalMutation({
  args: { ...keyed, stage: v.union(v.literal("started"), v.literal("ended")) },
  handler: async (ctx, delivery) => {
    await ctx.db.insert("deliveries", delivery);
    return null;
  },
});

/** The number of orders, of unfinished jobs, and of tallied orders once the tally is up to date. */
export const progress = query({
  args: {},
  handler: async (ctx) => {
    const orders = (await ctx.db.query("orders").collect()).length;
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    const open = jobs.filter(({ state }) => state.kind === "pending" || state.kind === "inProgress").length;
    // The component refuses to count while it has pending work.
    const tallied = await tally.count(ctx).catch(() => null);
    return { orders, open, tallied };
  },
});
