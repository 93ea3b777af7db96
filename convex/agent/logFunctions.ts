/** The activity log: one entry a successful tick. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Logs from "./logs";
import { mood, routine } from "../lib/validators";

/** A page of the log, newest first. */
export const list = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    mood: v.optional(mood),
    routine: v.optional(routine),
    since: v.optional(v.number()),
    until: v.optional(v.number()),
  },
  returns: v.object({ logs: v.array(Logs.publicLog), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, args) => Logs.list(ctx, args),
});
