/** Who thinks by itself: a claim that one run holds at a time, and when the agent last thought. */
import { literals } from "convex-helpers/validators";
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { LEAST_GAP_MS, MOST_THOUGHTS_A_DAY } from "../../mind/thoughts/thinking";
import { timeSince } from "../../mind/time/timeSince";
import * as Lease from "../lib/lease";
import * as Totals from "../lib/memoryTotals";

export type Thinking = WithoutSystemFields<Doc<"thoughtSchedule">>;

const DAY_MS = 24 * 60 * 60_000;

const NEVER: Thinking = {
  attemptedAt: 0,
  consideredTo: 0,
  toldTo: 0,
  thoughtAt: [],
  last: null,
};

/** How a run ended without a thought: too little had happened, or the model failed. */
export const ended = v.object({ outcome: literals("waited", "failed"), because: v.string() });

export async function read(ctx: QueryCtx): Promise<Thinking> {
  return (await ctx.db.query("thoughtSchedule").first()) ?? NEVER;
}

async function update(ctx: MutationCtx, changes: Partial<Thinking>): Promise<void> {
  const row = await ctx.db.query("thoughtSchedule").first();
  if (row === null) await ctx.db.insert("thoughtSchedule", { ...NEVER, ...changes });
  else await ctx.db.patch("thoughtSchedule", row._id, changes);
}

/**
 * Up to when what happened has been thought about, by the clock at `now`; `toldTo` by the moments of memories, which rise
 * though the clock be set back. Where it was, what happened is still to be thought about.
 */
export async function considered(
  ctx: QueryCtx,
  now: number,
): Promise<{ consideredTo: number; toldTo: number }> {
  const { consideredTo, toldTo } = await read(ctx);
  return timeSince(consideredTo, now) === Infinity
    ? { consideredTo: 0, toldTo: 0 }
    : { consideredTo, toldTo };
}

/** How many thoughts the agent had by itself in the day before `now`. */
export function thoughtsToday({ thoughtAt }: Thinking, now: number): number {
  return thoughtAt.filter((at) => timeSince(at, now) < DAY_MS).length;
}

/**
 * Takes the claim for a run, where the agent may think now: no run is under way, the last thought or failure is long
 * enough ago, and the day's thoughts are not used up. The run's number, or null.
 */
export async function acquireRun(ctx: MutationCtx, now: number): Promise<number | null> {
  const row = await read(ctx);
  // A run that died has left the last one's end: it does not count as one that found too little.
  const waited = row.last?.outcome === "waited" && row.last.at >= row.attemptedAt;
  const resting = waited ? row.consideredTo : row.attemptedAt;
  if (resting > 0 && timeSince(resting, now) < LEAST_GAP_MS) return null;
  if (thoughtsToday(row, now) >= MOST_THOUGHTS_A_DAY) return null;
  const run = await Lease.acquire(ctx, "thoughts", now);
  if (run !== null) await update(ctx, { attemptedAt: now });
  return run;
}

/** The run had its thought, kept or not: what happened until now has been thought about. */
export async function endWithThought(
  ctx: MutationCtx,
  now: number,
  outcome: "thought" | "repeated",
  because: string,
): Promise<void> {
  const { thoughtAt } = await read(ctx);
  await Lease.release(ctx, "thoughts");
  await update(ctx, {
    ...(await all(ctx, now)),
    thoughtAt: [...thoughtAt.filter((at) => timeSince(at, now) < DAY_MS), now],
    last: { at: now, outcome, because },
  });
}

/** The run ended without a thought. What happened is still to be thought about, unless it `isOver`. */
export async function endWithoutThought(
  ctx: MutationCtx,
  now: number,
  run: number,
  how: Infer<typeof ended>,
  isOver = false,
): Promise<void> {
  if (!(await Lease.holds(ctx, "thoughts", run))) return;
  await Lease.release(ctx, "thoughts", run);
  const considered = isOver ? await all(ctx, now) : {};
  await update(ctx, { ...considered, last: { at: now, ...how } });
}

/** Everything that has happened until now counts as thought about. */
async function all(ctx: QueryCtx, now: number): Promise<Pick<Thinking, "consideredTo" | "toldTo">> {
  const { newest } = await Totals.read(ctx);
  return { consideredTo: now, toldTo: Math.max(now, newest) };
}
