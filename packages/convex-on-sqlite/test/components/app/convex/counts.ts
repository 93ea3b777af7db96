import { TableAggregate } from "@convex-dev/aggregate";
import { MINUTE, RateLimiter } from "@convex-dev/rate-limiter";
import { ShardedCounter } from "@convex-dev/sharded-counter";
import { v } from "convex/values";
import { components } from "./_generated/api";
import { mutation, query } from "./_generated/server";

const byPoints = new TableAggregate(components.aggregate, {
  sortKey: (doc: { points: number }) => doc.points,
  sumValue: (doc: { points: number }) => doc.points,
} as never);
const counter = new ShardedCounter(components.shardedCounter, {
  shards: { scores: 4 },
});
const limiter = new RateLimiter(components.rateLimiter, {
  send: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 3 },
});

export const addScore = mutation({
  args: { player: v.string(), points: v.number() },
  handler: async (ctx, score) => {
    const id = await ctx.db.insert("scores", score);
    await byPoints.insert(ctx, (await ctx.db.get(id)) as never);
    await counter.inc(ctx, "scores");
    return id;
  },
});

export const removeScore = mutation({
  args: { id: v.id("scores") },
  handler: async (ctx, { id }) => {
    await byPoints.delete(ctx, (await ctx.db.get(id)) as never);
    await ctx.db.delete(id);
    await counter.dec(ctx, "scores");
  },
});

export const figures = query({
  args: {},
  handler: async (ctx) => ({
    count: await byPoints.count(ctx),
    sum: await byPoints.sum(ctx),
    above10: await byPoints.count(ctx, {
      bounds: { lower: { key: 10, inclusive: false } } as never,
    }),
    max: (await byPoints.max(ctx))?.key ?? null,
    sharded: await counter.count(ctx, "scores"),
  }),
});

export const send = mutation({
  args: { user: v.string() },
  handler: async (ctx, { user }) => (await limiter.limit(ctx, "send", { key: user })).ok,
});
