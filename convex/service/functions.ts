/** Functions of the service: its start and its health. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Health from "./health";
import * as Service from "./startup";
import * as Vitals from "../agent/vitals";

/**
 * The host calls this before the service takes requests. A tick that an earlier run left running counts as lost, its lease is
 * released, and the agent ticks at once. On hosted Convex nothing calls it: there the lease expires, the cron ticks, and
 * `deployed` records the start.
 */
export const started = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Service.started(ctx, Date.now(), currentSettings());
    return null;
  },
});

/** Records a start of the service. To be run after a deployment to hosted Convex, where running functions keep the old code. */
export const deployed = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    await Vitals.update(ctx, now, () => ({ startedAt: now, version: Vitals.VERSION }));
    return null;
  },
});

/** Records the outcome of a question outside of ticks; `failure` is null where the model answered. */
export const noteProviderOutcome = internalMutation({
  args: { model: v.string(), failure: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { model, failure }) => {
    // The outcome of a model that has since been replaced does not count.
    if (currentSettings().llm?.model === model) await Vitals.noteProviderOutcome(ctx, Date.now(), failure);
    return null;
  },
});

export const health = internalQuery({
  args: { now: v.number() },
  returns: Health.report,
  handler: (ctx, { now }) => Health.examine(ctx, now, currentSettings()),
});
