/** Items that clients write: each is counted in its partition's document, and in an aggregate. */
import { DirectAggregate } from "@convex-dev/aggregate";
import { v } from "convex/values";
import { components, mutation, query } from "./server";

const counts = new DirectAggregate<{ Namespace: string; Key: number; Id: string }>(components.counts);

const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron"] as const;

/** Writes an item; returns its id and its number within its partition. */
export const write = mutation({
  args: {
    key: v.string(),
    partition: v.string(),
    session: v.optional(v.string()),
    request: v.optional(v.number()),
    /** Enlarges the item. */
    padding: v.optional(v.string()),
  },
  handler: async (ctx, { key, partition, session, request, padding = "" }) => {
    const found = await ctx.db
      .query("partitions")
      .withIndex("by_name", (q) => q.eq("name", partition))
      .unique();
    const n = (found?.count ?? 0) + 1;
    if (found === null) await ctx.db.insert("partitions", { name: partition, count: n });
    else await ctx.db.patch(found._id, { count: n });
    const word = (step: number): string => WORDS[(n * step) % WORDS.length] ?? "";
    const id = await ctx.db.insert("items", {
      key,
      partition,
      n,
      text: `${word(1)} ${word(3)} ${partition}${padding}`,
      vector: [n % 7, n % 5, n % 3, 1],
      at: ctx.db.vars.commitTs,
      ...(session === undefined ? {} : { session }),
      ...(request === undefined ? {} : { request }),
    });
    await counts.insert(ctx, { namespace: partition, key: n, id });
    return { id, n };
  },
});

/** Removes an item; returns whether it existed. */
export const remove = mutation({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    const item = await ctx.db
      .query("items")
      .withIndex("by_key", (q) => q.eq("key", key))
      .unique();
    if (item === null) return false;
    await ctx.db.delete(item._id);
    await counts.delete(ctx, { namespace: item.partition, key: item.n, id: item._id });
    return true;
  },
});

/** The current number of a partition's items, by its aggregate, and the total ever written, by its document. */
export const partition = query({
  args: { partition: v.string() },
  handler: async (ctx, { partition }) => {
    const found = await ctx.db
      .query("partitions")
      .withIndex("by_name", (q) => q.eq("name", partition))
      .unique();
    return { now: await counts.count(ctx, { namespace: partition }), ever: found?.count ?? 0 };
  },
});
