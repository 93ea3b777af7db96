/** Functions of what the providers cost. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { figures, range } from "../lib/validators";
import * as Usage from "./usage";

/** Counts calls that have ended. */
export const countCalls = internalMutation({
  args: { entries: v.array(Usage.entry) },
  returns: v.null(),
  handler: (ctx, { entries }) => Usage.add(ctx, Date.now(), currentSettings(), entries),
});

/** Whether the day's tokens of the language model are spent. */
export const isBudgetSpent = internalQuery({
  args: { now: v.number() },
  returns: v.boolean(),
  handler: (ctx, { now }) => Usage.isBudgetSpent(ctx, now, currentSettings()),
});

/** A page of days, newest first. */
export const usage = internalQuery({
  args: range,
  returns: v.object({ days: v.array(Usage.publicDay), ...figures }),
  handler: (ctx, range) => Usage.list(ctx, range),
});
