/** The beginning of a tick: it takes the lease of ticks. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import type { Trigger } from "../../mind/enums";
import { timeSince } from "../../mind/time/timeSince";
import * as Lease from "../leases/lease";
import * as Machine from "../lib/machine";
import * as DueReminders from "../reminders/due";
import * as Vitals from "../vitals/vitals";
import * as Receipts from "./receipts";
import { loseRunning } from "./running";
import type { begun } from "./validators";

/** After a start, the cron and the start itself both ask for a tick. Only the first within this time runs. */
const SELF_START_GAP_MS = 30_000;
/** When to try again while a tick is running, or sooner if its lease expires sooner. */
const RETRY_MS = 5_000;

/**
 * Takes the lease for a new tick, unless one is running. A tick whose lease has expired is recorded as lost.
 * @param who the name of the caller who asked for the tick
 */
export async function begin(
  ctx: MutationCtx,
  now: number,
  trigger: Trigger,
  who?: string,
): Promise<Infer<typeof begun>> {
  const { clock = "ok" } = Machine.checks();
  if (clock !== "ok") return { kind: "paused", reason: clock };
  const lease = await Lease.read(ctx, "tick");
  if (Lease.isActive(lease, "tick", now))
    return { kind: "busy", retryAfterMs: Math.min(RETRY_MS, lease.expiresAt - now) };
  const byItself = trigger === "schedule" || trigger === "start";
  const selfStartedAt = (await Vitals.find(ctx))?.selfStartedAt ?? 0;
  if (byItself && timeSince(selfStartedAt, now) < SELF_START_GAP_MS) return { kind: "skipped" };
  await loseRunning(ctx, now, "its lease ran out");
  const run = await Lease.acquire(ctx, "tick", now);
  if (run === null) throw new Error("the tick's lease was taken within the transaction that found it free");
  for (const { tickId, eventId } of await DueReminders.comeDue(ctx, now))
    await Receipts.addDue(ctx, tickId, eventId);
  const cause = trigger === "schedule" && (await isFirstSinceStart(ctx)) ? "start" : trigger;
  const tickId = await Receipts.begin(ctx, { trigger: cause, who, run, startedAt: now });
  if (byItself) await Vitals.update(ctx, now, () => ({ selfStartedAt: now }));
  return { kind: "begun", tickId, run };
}

/** Begins a tick that nobody waits for, and schedules its work. Returns false if one is running. */
export async function run(ctx: MutationCtx, now: number, trigger: Trigger, who?: string): Promise<boolean> {
  const begun = await begin(ctx, now, trigger, who);
  if (begun.kind !== "begun") return false;
  const { tickId, run } = begun;
  await ctx.scheduler.runAfter(0, internal.tick.run.complete, { tickId, run });
  return true;
}

/** Whether no tick has ended since the service started. If so, an overdue scheduled tick counts as the start's. */
async function isFirstSinceStart(ctx: MutationCtx): Promise<boolean> {
  const vitals = await Vitals.find(ctx);
  return vitals !== null && (vitals.lastEnd?.at ?? 0) < vitals.startedAt;
}
