/** Lists reminders. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { figures, page } from "../lib/validators";
import * as Reminders from "./reminders";

/** A page of the reminders that are not due yet, soonest first. */
export const list = internalQuery({
  args: page,
  returns: v.object({ reminders: v.array(Reminders.publicReminder), ...figures }),
  handler: (ctx, args) => Reminders.list(ctx, args),
});
