/** Reads messages for the event stream. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { pushType } from "../lib/validators";
import * as PushEvents from "../push/pushEvents";
import { messageOf } from "./message";

/** Events per transaction. Few, since each may hold a long text. */
const BATCH = 50;

/**
 * The messages after event number `after`, and the number to continue from. `after`: null starts at the newest event, whose
 * id is `startId`. `at`: the event's time, if its id contains one.
 */
export const readOn = internalQuery({
  args: { after: v.union(v.null(), v.number()), at: v.optional(v.number()) },
  returns: v.object({
    messages: v.array(v.object({ id: v.string(), type: pushType, body: v.string() })),
    last: v.number(),
    startId: v.optional(v.string()),
  }),
  handler: async (ctx, { after, at }) => {
    const newest = await PushEvents.last(ctx);
    const end = newest?.number ?? 0;
    // A number beyond the newest, or one whose event has another time, is from before the data was deleted.
    const known =
      after === null || at === undefined ? undefined : (await PushEvents.after(ctx, after - 1, 1))[0];
    const isForeign = known?.number === after && known.at !== at;
    if (after === null || after > end || isForeign)
      return { messages: [], last: end, startId: newest === null ? undefined : PushEvents.eventId(newest) };
    const events = await PushEvents.after(ctx, after, BATCH);
    const messages = await Promise.all(events.map((event) => messageOf(ctx, event)));
    return { messages, last: events.at(-1)?.number ?? after, startId: undefined };
  },
});
