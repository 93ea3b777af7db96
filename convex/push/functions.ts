/** The clean-up of the outbox. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import * as Retention from "../lib/retention";
import * as PushEvents from "./pushEvents";

const BATCH = 500;

/** Deletes expired events, one batch per transaction. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const more = await PushEvents.deleteExpired(ctx, await Retention.now(ctx, Date.now()), BATCH);
    if (more) await ctx.scheduler.runAfter(0, internal.push.functions.cleanUp, {});
  },
});
