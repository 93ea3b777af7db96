/** Lists reminders. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Reminders from "./reminders";

/** A page of the reminders that are not due yet, soonest first. */
export const list = internalQuery({
  args: { limit: v.number(), offset: v.number() },
  returns: v.object({
    reminders: v.array(Reminders.publicReminder),
    total: v.number(),
    hasMore: v.boolean(),
  }),
  handler: (ctx, args) => Reminders.list(ctx, args),
});
