/** The agent's mutations: feed events and the passing of time. */
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import * as Audit from "../lib/audit";
import * as Events from "./events";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import * as Elapse from "./elapse";

/** Takes a feed event: it moves the affect at once and waits for the next tick. */
export const feed = internalMutation({
  args: Events.feedEvent.extend({ claim: v.optional(Idempotency.claim) }),
  returns: Idempotency.answered(Events.fed),
  handler: (ctx, { claim, ...event }) =>
    Idempotency.once(ctx, claim, async () => {
      const taken = await Events.feed(ctx, Date.now(), currentSettings(), event);
      await Audit.record(ctx, claim, [taken.feedId]);
      return taken;
    }),
});

/** Brings the state up to date between ticks. Called by a cron. */
export const elapse = internalMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => Elapse.elapse(ctx, Date.now(), currentSettings()),
});
