/** The inbox: what the world feeds the agent, and the notes that wake it. */
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Events from "../agent/events";
import * as Idempotency from "../lib/idempotency";
import * as Waking from "./wake";
import { feedType, impact, priority } from "../lib/validators";

/** Takes a feed event: it moves the affect now and waits for the next tick. `metadata` is JSON text. */
export const feed = internalMutation({
  args: {
    type: feedType,
    content: v.string(),
    impact,
    metadata: v.optional(v.string()),
    claim: v.optional(Idempotency.claim),
  },
  returns: Idempotency.answered(
    v.object({ feedId: v.id("events"), stateModified: v.boolean(), healthChange: v.number() }),
  ),
  handler: (ctx, { claim, ...event }) =>
    Idempotency.once(ctx, claim, () => Events.feed(ctx, Date.now(), currentSettings(), event)),
});

/** Takes a wake note, and begins a tick for it where that is asked and none is running. */
export const wake = internalMutation({
  args: {
    note: v.string(),
    priority,
    triggerTick: v.boolean(),
    claim: v.optional(Idempotency.claim),
  },
  returns: Idempotency.answered(v.object({ tickTriggered: v.boolean() })),
  handler: (ctx, { claim, ...note }) =>
    Idempotency.once(ctx, claim, () => Waking.wake(ctx, Date.now(), note)),
});
