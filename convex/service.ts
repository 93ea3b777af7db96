/** The service as a whole: what happens at its start, and how it is. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { currentSettings } from "./currentSettings";
import * as Health from "./model/health";
import * as Service from "./model/service";

/**
 * Called by whoever starts the service, before it takes requests: a tick that an earlier run left running is
 * lost, its lock is released, and the agent ticks at once. On hosted Convex nothing calls it: there the lease
 * runs out and the cron ticks.
 */
export const started = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Service.started(ctx, Date.now(), currentSettings());
    return null;
  },
});

/** How the service is, at `now`. */
export const health = internalQuery({
  args: { now: v.number() },
  returns: Health.report,
  handler: (ctx, { now }) => Health.examine(ctx, now, currentSettings()),
});
