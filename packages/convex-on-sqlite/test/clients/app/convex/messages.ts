/** Messages in channels. */
import { makeFunctionReference, paginationOptsValidator } from "convex/server";
import { ConvexError, v } from "convex/values";
import { action, mutation, query } from "./builders";

export const list = query({
  args: { channel: v.string() },
  handler: async (ctx, { channel }) => {
    // Each execution appears in the log.
    console.info("listed", channel);
    const messages = ctx.db.query("messages").withIndex("by_channel", (q) => q.eq("channel", channel));
    return (await messages.collect()).map(({ body }) => body);
  },
});

export const page = query({
  args: { channel: v.string(), paginationOpts: paginationOptsValidator },
  handler: (ctx, { channel, paginationOpts }) => {
    // Clients split a page that has grown into two halves with fixed ends.
    if (typeof paginationOpts.endCursor === "string") console.info("a part of a page of", channel);
    const messages = ctx.db.query("messages").withIndex("by_channel", (q) => q.eq("channel", channel));
    return messages.paginate(paginationOpts);
  },
});

/** Fails while the channel contains a message "poison". */
export const strict = query({
  args: { channel: v.string() },
  handler: async (ctx, { channel }) => {
    const messages = ctx.db.query("messages").withIndex("by_channel", (q) => q.eq("channel", channel));
    const bodies = (await messages.collect()).map(({ body }) => body);
    if (bodies.includes("poison")) throw new ConvexError({ channel, count: BigInt(bodies.length) });
    return bodies;
  },
});

export const send = mutation({
  args: { channel: v.string(), body: v.string(), rank: v.optional(v.number()) },
  handler: (ctx, { channel, body, rank }) => ctx.db.insert("messages", { channel, body, rank: rank ?? 0 }),
});

/** Rejects every message after inserting it. */
export const refuse = mutation({
  args: { channel: v.string(), body: v.string() },
  handler: async (ctx, { channel, body }): Promise<null> => {
    await ctx.db.insert("messages", { channel, body, rank: 0 });
    throw new ConvexError({ refused: body });
  },
});

export const clear = mutation({
  args: { channel: v.string() },
  handler: async (ctx, { channel }) => {
    const messages = ctx.db.query("messages").withIndex("by_channel", (q) => q.eq("channel", channel));
    for (const { _id } of await messages.collect()) await ctx.db.delete("messages", _id);
    return null;
  },
});

/** Sends a message in an action and returns the number of messages in the channel. */
export const sendAndCount = action({
  args: { channel: v.string(), body: v.string() },
  handler: async (ctx, args): Promise<number> => {
    await ctx.runMutation(
      makeFunctionReference<"mutation", { channel: string; body: string }>("messages:send"),
      args,
    );
    const bodies = await ctx.runQuery(
      makeFunctionReference<"query", { channel: string }, string[]>("messages:list"),
      { channel: args.channel },
    );
    return bodies.length;
  },
});

export const large = query({
  args: { text: v.string(), times: v.number() },
  handler: (_ctx, { text, times }) => text.repeat(times),
});
