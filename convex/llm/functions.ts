/** Functions of what the providers cost, and of whether the language model may be asked. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { figures, range } from "../lib/validators";
import * as Usage from "./usage";
import * as Vitals from "../vitals/vitals";

/** Counts calls that have ended. */
export const countCalls = internalMutation({
  args: { entries: v.array(Usage.entry) },
  returns: v.null(),
  handler: (ctx, { entries }) => Usage.add(ctx, Date.now(), currentSettings(), entries),
});

/** Null where the language model may be asked; otherwise why not. */
export const refuseCall = internalMutation({
  args: {},
  returns: v.union(v.null(), v.string()),
  handler: (ctx) => Vitals.refuseCall(ctx, Date.now()),
});

/** Counts the calls of a question to the model, and records the outcome, unless the tick that asked records it at its end. */
export const noteCalls = internalMutation({
  args: {
    entries: v.array(Usage.entry),
    model: v.string(),
    outcome: v.optional(
      v.union(
        v.object({ kind: v.literal("answered") }),
        v.object({ kind: v.literal("failed"), reason: v.string(), ofText: v.boolean() }),
      ),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { entries, model, outcome }) => {
    const now = Date.now();
    const settings = currentSettings();
    await Usage.add(ctx, now, settings, entries);
    // The outcome of a model that has since been replaced does not count.
    if (outcome !== undefined && settings.llm?.model === model)
      await Vitals.noteProviderOutcome(ctx, now, outcome);
  },
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
