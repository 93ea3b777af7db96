/** The agent's mutations. */
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import * as Audit from "../audit/audit";
import * as Events from "./events";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../idempotency/idempotency";

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
