/** The agent's mutations: feed events and the passing of time. */
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import * as Audit from "../lib/audit";
import * as Events from "./events";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import { feedType, impact } from "../lib/validators";
import * as Elapse from "./elapse";

/** Takes a feed event: it moves the affect at once and waits for the next tick. `metadata` is the JSON text of an object. */
export const feed = internalMutation({
  args: {
    scope: v.optional(v.string()),
    type: feedType,
    content: v.string(),
    impact,
    metadata: v.optional(v.string()),
    sentiment: v.optional(v.number()),
    claim: v.optional(Idempotency.claim),
  },
  returns: Idempotency.answered(
    v.object({ feedId: v.id("events"), stateModified: v.boolean(), healthChange: v.number() }),
  ),
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
