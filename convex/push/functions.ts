/** Functions of push events: reading on for the event stream, and cleaning up. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../_generated/server";
import { pushType } from "../lib/validators";
import { messageOf } from "./message";
import * as PushEvents from "./pushEvents";

/** Events per transaction: for the stream, each may hold a long text. */
const BATCH = 50;
const CLEAN_UP_BATCH = 500;

/** The messages after event `after`, and the number to go on from; no messages yet where `after` is null. */
export const readOn = internalQuery({
  args: { after: v.union(v.null(), v.number()) },
  returns: v.object({
    messages: v.array(v.object({ id: v.string(), type: pushType, body: v.string() })),
    last: v.number(),
  }),
  handler: async (ctx, { after }) => {
    const newest = await PushEvents.lastNumber(ctx);
    // A number beyond the newest is from before the data was deleted.
    if (after === null || after > newest) return { messages: [], last: newest };
    const events = await PushEvents.after(ctx, after, BATCH);
    const messages = await Promise.all(events.map((event) => messageOf(ctx, event)));
    return { messages, last: events.at(-1)?.number ?? after };
  },
});

/** Deletes what is no longer kept, one batch per transaction. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const more = await PushEvents.deleteExpired(ctx, Date.now(), CLEAN_UP_BATCH);
    if (more) await ctx.scheduler.runAfter(0, internal.push.functions.cleanUp, {});
    return null;
  },
});
