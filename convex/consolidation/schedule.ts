/** Who consolidates, how far it has come, and when it is due. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { timeSince } from "../../mind/time/timeSince";
import { unit } from "../../mind/unit";
import * as Lease from "../lib/lease";
import * as Totals from "../lib/memoryTotals";

const HOUR_MS = 3_600_000;
/** By itself once a day, and sooner when so many memories wait. */
const DAILY_MS = 24 * HOUR_MS;
const MANY_WAITING = 500;
/** Health: how long memories may wait without harm, and when it is at its worst. */
const PATIENCE_MS = 26 * HOUR_MS;
const NEGLECT_MS = 72 * HOUR_MS;

/** `from`: the place of the first memory not yet consolidated; `total`: how many memories there are. */
export const begun = v.union(
  v.object({ kind: v.literal("begun"), run: v.number(), from: v.number(), total: v.number() }),
  v.object({ kind: v.literal("busy") }),
);

/** Takes the lease for a new run, unless one is under way. */
export async function begin(ctx: MutationCtx, now: number): Promise<Infer<typeof begun>> {
  const run = await Lease.acquire(ctx, "consolidation", now);
  if (run === null) return { kind: "busy" };
  const totals = await Totals.read(ctx);
  return { kind: "begun", run, from: totals.consolidatedTo, total: Totals.total(totals) };
}

/**
 * Stops a run that has lost its lease; called before whatever a run writes.
 * @throws where another run has taken over
 */
export async function assertHeld(ctx: QueryCtx, run: number): Promise<void> {
  if (!(await Lease.holds(ctx, "consolidation", run)))
    throw new Error("another consolidation has taken over");
}

/** Everything before place `to` is consolidated; `from` is where it stood, so that no step is taken twice. */
export async function advance(ctx: MutationCtx, from: number, to: number): Promise<void> {
  const { consolidatedTo } = await Totals.read(ctx);
  if (consolidatedTo !== from) throw new Error("consolidation has moved on meanwhile");
  if (to !== from) await Totals.update(ctx, () => ({ consolidatedTo: to }));
}

/** A run has ended; `caughtUp` when it left nothing over. */
export async function end(ctx: MutationCtx, now: number, run: number, caughtUp: boolean): Promise<void> {
  await assertHeld(ctx, run);
  // Before this run's end, whatever a clock said that has been set back since: that is how it is known that it left something.
  const before = Math.min(await caughtUpAt(ctx), now - 1);
  await Lease.release(ctx, "consolidation", run);
  await write(ctx, caughtUp ? now : before);
  await Totals.update(ctx, () => ({ lastConsolidation: now }));
}

/** Whether the agent should consolidate by itself. Notes when there is nothing to do, which is as good as having done it. */
export async function due(ctx: MutationCtx, now: number): Promise<boolean> {
  const [row, totals] = [await find(ctx), await Totals.read(ctx)];
  const waiting = Totals.total(totals) - totals.consolidatedTo;
  // Themes without words wait, too; only a run that ends tells that it did them.
  const leftOver = (row?.caughtUpAt ?? 0) < totals.lastConsolidation;
  if (waiting === 0 && !leftOver) await write(ctx, now);
  if (Totals.total(totals) === 0) return false;
  return leftOver || waiting >= MANY_WAITING || timeSince(totals.lastConsolidation, now) >= DAILY_MS;
}

/** When a run last left nothing over; 0 if none did. */
export async function caughtUpAt(ctx: QueryCtx): Promise<number> {
  return (await find(ctx))?.caughtUpAt ?? 0;
}

/** How well memory is kept in order, 0 to 1, by how long ago nothing waited for it, in ms. */
export function orderliness(sinceMs: number): number {
  return unit((NEGLECT_MS - sinceMs) / (NEGLECT_MS - PATIENCE_MS));
}

async function find(ctx: QueryCtx): Promise<Doc<"consolidationProgress"> | null> {
  return await ctx.db.query("consolidationProgress").first();
}

async function write(ctx: MutationCtx, caughtUpAt: number): Promise<void> {
  const row = await find(ctx);
  if (row === null) await ctx.db.insert("consolidationProgress", { caughtUpAt });
  else await ctx.db.patch("consolidationProgress", row._id, { caughtUpAt });
}
