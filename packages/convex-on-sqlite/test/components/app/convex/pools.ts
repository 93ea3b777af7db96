import { Workpool, vOnCompleteValidator } from "@convex-dev/workpool";
import { ActionRetrier } from "@convex-dev/action-retrier";
import { ActionCache } from "@convex-dev/action-cache";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import { action, internalAction, internalMutation, mutation, query } from "./_generated/server";

const pool = new Workpool(components.workpool, {
  retryActionsByDefault: true,
  defaultRetryBehavior: { maxAttempts: 3, initialBackoffMs: 100, base: 2 },
});
const retrier = new ActionRetrier(components.actionRetrier, {
  initialBackoffMs: 100,
  base: 2,
  maxFailures: 3,
});
const cache = new ActionCache(components.actionCache, {
  action: internal.pools.measure,
});

/** Fails at its first two attempts. */
export const flaky = internalAction({
  args: { name: v.string() },
  handler: async (ctx, { name }): Promise<number> => {
    const attempt: number = await ctx.runMutation(internal.runs.add, {
      name,
      result: "attempt",
    });
    if (attempt < 3) throw new Error(`attempt ${attempt} fails`);
    return attempt;
  },
});

export const enqueue = mutation({
  args: {},
  handler: async (ctx) => {
    await pool.enqueueAction(
      ctx,
      internal.pools.flaky,
      { name: "work" },
      { onComplete: internal.pools.completed, context: { of: "work" } },
    );
    return await pool.enqueueMutation(ctx, internal.runs.add, {
      name: "enqueued mutation",
      result: 1,
    });
  },
});

export const completed = internalMutation({
  args: vOnCompleteValidator(v.object({ of: v.string() })),
  handler: async (ctx, { context, result }) => {
    await ctx.db.insert("runs", { name: `${context.of} completed`, result });
  },
});

export const retry = action({
  args: {},
  handler: (ctx): Promise<string> => retrier.run(ctx, internal.pools.flaky, { name: "retried" }),
});

export const retryStatus = query({
  args: { id: v.string() },
  handler: (ctx, { id }) => retrier.status(ctx, id as never),
});

export const measure = internalAction({
  args: { text: v.string() },
  handler: async (ctx, { text }): Promise<number> => {
    await ctx.runMutation(internal.runs.add, {
      name: "measured",
      result: text,
    });
    return text.length;
  },
});

export const cached = action({
  args: { text: v.string() },
  handler: (ctx, { text }): Promise<number> => cache.fetch(ctx, { text }),
});
