/** Reading on for the event stream. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { pushType } from "../lib/validators";
import * as PushEvents from "../push/pushEvents";
import { messageOf } from "./message";

/** Events per transaction: each may hold a long text. */
const BATCH = 50;

/**
 * The messages after an event, and the number to go on from; no messages yet where `after` is null. `at`: the event's moment,
 * where its id gave one.
 */
export const readOn = internalQuery({
  args: { after: v.union(v.null(), v.number()), at: v.optional(v.number()) },
  returns: v.object({
    messages: v.array(v.object({ id: v.string(), type: pushType, body: v.string() })),
    last: v.number(),
  }),
  handler: async (ctx, { after, at }) => {
    const newest = await PushEvents.lastNumber(ctx);
    // A number beyond the newest, or of an event at another moment, is from before the data was deleted.
    const known =
      after === null || at === undefined ? undefined : (await PushEvents.after(ctx, after - 1, 1))[0];
    const isForeign = known?.number === after && known.at !== at;
    if (after === null || after > newest || isForeign) return { messages: [], last: newest };
    const events = await PushEvents.after(ctx, after, BATCH);
    const messages = await Promise.all(events.map((event) => messageOf(ctx, event)));
    return { messages, last: events.at(-1)?.number ?? after };
  },
});
