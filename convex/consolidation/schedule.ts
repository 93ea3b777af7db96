/** The lease of a consolidation run, its progress, and when the next one is due. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { timeSince } from "../../mind/time/timeSince";
import { unit } from "../../mind/unit";
import * as Lease from "../leases/lease";
import * as Totals from "../lib/totals";
import * as Progress from "./progress";

const HOUR_MS = 3_600_000;
/** The agent consolidates once a day, and sooner when this many memories wait. */
const DAILY_MS = 24 * HOUR_MS;
const BACKLOG_SIZE = 500;
/** The health score falls from 1 at the first wait to 0 at the second. */
const HEALTHY_WAIT_MS = 26 * HOUR_MS;
const WORST_WAIT_MS = 72 * HOUR_MS;

/** A run and the caller who requested it, as arguments of its transactions. */
export interface Run {
  readonly run: number;
  readonly asked?: { readonly who?: string };
}

/**
 * Call it before every write of a run.
 * @throws if the run has lost its lease to another
 */
export async function assertHeld(ctx: QueryCtx, run: number): Promise<void> {
  if (!(await Lease.holds(ctx, "consolidation", run)))
    throw new Error("another consolidation has taken over");
}

/**
 * Records that everything before place `to` is consolidated.
 * @throws if progress is not at `from`, so that no step is taken twice
 */
export async function advance(ctx: MutationCtx, from: number, to: number): Promise<void> {
  const { consolidatedTo } = await Progress.read(ctx);
  if (consolidatedTo !== from) throw new Error("consolidation has already advanced");
  if (to !== from) await Progress.update(ctx, { consolidatedTo: to });
}

/** Ends a run. `caughtUp`: it left nothing to do. */
export async function end(ctx: MutationCtx, now: number, run: number, caughtUp: boolean): Promise<void> {
  await assertHeld(ctx, run);
  // `due` recognises an unfinished run by caughtUpAt < lastConsolidation, which must hold even after the clock was set back.
  const before = Math.min(await caughtUpAt(ctx), now - 1);
  await Lease.release(ctx, "consolidation", run);
  await Progress.update(ctx, { caughtUpAt: caughtUp ? now : before, lastConsolidation: now });
}

/** Whether the agent should consolidate by itself. If nothing waits, records that consolidation is caught up. */
export async function due(ctx: MutationCtx, now: number): Promise<boolean> {
  const { placed } = await Totals.progress(ctx, "memories");
  const { caughtUpAt, consolidatedTo, lastConsolidation } = await Progress.read(ctx);
  const waiting = placed - consolidatedTo;
  // Even if no memory waits, themes may need labels. Only a run that ends caught up settles that.
  const leftOver = caughtUpAt < lastConsolidation;
  if (waiting === 0 && !leftOver) await Progress.update(ctx, { caughtUpAt: now });
  if ((await ctx.db.query("memories").first()) === null) return false;
  return leftOver || waiting >= BACKLOG_SIZE || timeSince(lastConsolidation, now) >= DAILY_MS;
}

/** When consolidation was last caught up, in ms since the epoch; 0 if never. */
export async function caughtUpAt(ctx: QueryCtx): Promise<number> {
  return (await Progress.read(ctx)).caughtUpAt;
}

/** The health score of consolidation, 0 to 1. `sinceMs`: how long it has not been caught up. */
export function orderliness(sinceMs: number): number {
  return unit((WORST_WAIT_MS - sinceMs) / (WORST_WAIT_MS - HEALTHY_WAIT_MS));
}
