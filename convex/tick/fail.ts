/** The end of a tick that failed. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { hooks } from "../hooks";
import * as Lease from "../leases/lease";
import type { Settings } from "../lib/settings";
import * as PushEvents from "../push/pushEvents";
import * as Vitals from "../vitals/vitals";
import * as TickInputs from "./inputs";
import * as PoisonEvents from "./poisonEvents";
import * as Receipts from "./receipts";
import { running } from "./running";
import type { fault } from "./validators";

/**
 * Records that a tick failed and releases the lease. Its events stay pending, except one that is found to be the cause.
 * Changes nothing if the tick lost the lease. `eventIds`: the events that it read, if it got that far.
 */
export async function fail(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  tickId: Id<"ticks">,
  failure: {
    reason: string;
    fault: Infer<typeof fault>;
    model?: Doc<"ticks">["model"];
    eventIds?: readonly Id<"events">[];
  },
): Promise<void> {
  const tick = await running(ctx, tickId);
  if (tick === null) return;
  const { reason: error, model } = failure;
  await Receipts.end(ctx, tick, { endedAt: now, outcome: "failed", error, model });
  if (failure.fault === "asked" || failure.fault === "own") {
    const taken = failure.eventIds ?? (await TickInputs.take(ctx, settings)).rows.map(({ _id }) => _id);
    const usualMost = TickInputs.limitsOf(settings).events;
    const transient = failure.fault === "asked";
    await PoisonEvents.failed(ctx, now, settings, tickId, taken, { usualMost, transient });
  }
  const byProvider = failure.fault === "provider" || failure.fault === "asked";
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.afterTick(vitals, {
      at: now,
      outcome: "failed",
      error: failure.reason,
      asked: byProvider
        ? { kind: "failed", reason: failure.reason, ofText: failure.fault === "asked" }
        : { kind: "not asked" },
    }),
  );
  await Lease.release(ctx, "tick", tick.run);
  await PushEvents.add(ctx, now, { type: "tick.failed", subject: tickId });
  await ctx.scheduler.runAfter(0, hooks.healthMayHaveChanged, {});
}
