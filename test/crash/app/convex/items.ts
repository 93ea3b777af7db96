/** Documents that clients write: each is counted in its lane's document, and in an aggregate. */
import { DirectAggregate } from "@convex-dev/aggregate";
import { v } from "convex/values";
import { components, mutation, query } from "./server";

const counts = new DirectAggregate<{ Namespace: string; Key: number; Id: string }>(components.counts);

const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron"] as const;

/** Writes a deed; answers its id and its number in its lane. */
export const write = mutation({
  args: {
    key: v.string(),
    lane: v.string(),
    session: v.optional(v.string()),
    request: v.optional(v.number()),
    /** Makes the deed as large as a test wants it. */
    padding: v.optional(v.string()),
  },
  handler: async (ctx, { key, lane, session, request, padding = "" }) => {
    const found = await ctx.db
      .query("lanes")
      .withIndex("by_name", (q) => q.eq("name", lane))
      .unique();
    const n = (found?.count ?? 0) + 1;
    if (found === null) await ctx.db.insert("lanes", { name: lane, count: n });
    else await ctx.db.patch(found._id, { count: n });
    const word = (step: number): string => WORDS[(n * step) % WORDS.length] ?? "";
    const id = await ctx.db.insert("deeds", {
      key,
      lane,
      n,
      text: `${word(1)} ${word(3)} ${lane}${padding}`,
      vector: [n % 7, n % 5, n % 3, 1],
      at: ctx.db.vars.commitTs,
      ...(session === undefined ? {} : { session }),
      ...(request === undefined ? {} : { request }),
    });
    await counts.insert(ctx, { namespace: lane, key: n, id });
    return { id, n };
  },
});

/** Removes a deed; answers whether there was one. */
export const erase = mutation({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    const deed = await ctx.db
      .query("deeds")
      .withIndex("by_key", (q) => q.eq("key", key))
      .unique();
    if (deed === null) return false;
    await ctx.db.delete(deed._id);
    await counts.delete(ctx, { namespace: deed.lane, key: deed.n, id: deed._id });
    return true;
  },
});

/** How many deeds a lane has now, by its aggregate, and had ever, by its document. */
export const lane = query({
  args: { lane: v.string() },
  handler: async (ctx, { lane }) => {
    const found = await ctx.db
      .query("lanes")
      .withIndex("by_name", (q) => q.eq("name", lane))
      .unique();
    return { now: await counts.count(ctx, { namespace: lane }), ever: found?.count ?? 0 };
  },
});
