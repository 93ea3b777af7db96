/** The service as a whole: what happens at its start, and how it is. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Health from "./health";
import * as Service from "./startup";
import * as Vitals from "../agent/vitals";

/**
 * Called by whoever starts the service, before it takes requests: a tick that an earlier run left running is
 * lost, its lock is released, and the agent ticks at once. On hosted Convex nothing calls it: there the lease
 * runs out and the cron ticks, and `deployed` notes the start.
 */
export const started = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Service.started(ctx, Date.now(), currentSettings());
    return null;
  },
});

/**
 * For whoever deploys to hosted Convex, where nothing runs at a deployment: the service has started now. What runs goes on,
 * in the code of before.
 */
export const deployed = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    await Vitals.update(ctx, now, () => ({ startedAt: now, version: Vitals.VERSION }));
    return null;
  },
});

/** Notes how the model fared with a question outside of ticks; `failure` null where it answered. */
export const noteProviderOutcome = internalMutation({
  args: { model: v.string(), failure: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { model, failure }) => {
    // What a model did that has been replaced since tells nothing of this one.
    if (currentSettings().llm?.model === model) await Vitals.noteProviderOutcome(ctx, Date.now(), failure);
    return null;
  },
});

/** How the service is, at `now`. */
export const health = internalQuery({
  args: { now: v.number() },
  returns: Health.report,
  handler: (ctx, { now }) => Health.examine(ctx, now, currentSettings()),
});
