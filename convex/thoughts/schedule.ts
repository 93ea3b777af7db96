/** When the agent thinks by itself: the lease of a run, its outcome, and what has been thought about already. */
import { literals } from "convex-helpers/validators";
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MAX_THOUGHTS_PER_DAY, MIN_GAP_MS } from "../../mind/thoughts/decideToThink";
import { timeSince } from "../../mind/time/timeSince";
import * as Lease from "../leases/lease";
import * as Totals from "../lib/totals";
import { writeSchedule } from "./rows";

export type ThoughtSchedule = WithoutSystemFields<Doc<"thoughtSchedule">>;
/** Up to when events and memories have been thought about. */
type Covered = Pick<ThoughtSchedule, "eventsCoveredTo" | "memoriesCoveredTo">;

const DAY_MS = 24 * 60 * 60_000;

const NEVER: ThoughtSchedule = {
  attemptedAt: 0,
  eventsCoveredTo: 0,
  memoriesCoveredTo: 0,
  thoughtAt: [],
  last: null,
};

/**
 * The end of a run without a thought: too little had happened, or the model failed. What happened stays to be thought about,
 * unless it is to be `skipped`.
 */
export const ended = v.object({
  outcome: literals("waited", "failed"),
  because: v.string(),
  skipped: v.optional(v.boolean()),
});

export async function read(ctx: QueryCtx): Promise<ThoughtSchedule> {
  return (await ctx.db.query("thoughtSchedule").first()) ?? NEVER;
}

async function update(ctx: MutationCtx, changes: Partial<ThoughtSchedule>): Promise<void> {
  const row = await ctx.db.query("thoughtSchedule").first();
  await writeSchedule(ctx, row, { ...NEVER, ...row, ...changes });
}

/** Up to when events and memories have been thought about; never, where the clock was set back since. */
export async function coveredTo(ctx: QueryCtx, now: number): Promise<Covered> {
  const { eventsCoveredTo, memoriesCoveredTo } = await read(ctx);
  return timeSince(eventsCoveredTo, now) === Infinity
    ? { eventsCoveredTo: 0, memoriesCoveredTo: 0 }
    : { eventsCoveredTo, memoriesCoveredTo };
}

/** How many spontaneous thoughts the agent had in the day before `now`. */
export function thoughtsToday({ thoughtAt }: ThoughtSchedule, now: number): number {
  return thoughtAt.filter((at) => timeSince(at, now) < DAY_MS).length;
}

/**
 * Takes the lease for a run, if the agent may think now: no run is under way, the last thought or failure is long enough ago,
 * and the day's thoughts are not used up. Returns the run's number, or null.
 */
export async function acquireRun(ctx: MutationCtx, now: number): Promise<number | null> {
  const row = await read(ctx);
  // After a crash, `last` is that of an earlier run, which must not count as one that found too little.
  const waited = row.last?.outcome === "waited" && row.last.at >= row.attemptedAt;
  const restingSince = waited ? row.eventsCoveredTo : row.attemptedAt;
  if (restingSince > 0 && timeSince(restingSince, now) < MIN_GAP_MS) return null;
  if (thoughtsToday(row, now) >= MAX_THOUGHTS_PER_DAY) return null;
  const run = await Lease.acquire(ctx, "thoughts", now);
  if (run !== null) await update(ctx, { attemptedAt: now });
  return run;
}

/** Ends a run that had a thought, saved or repeated. Everything until now has been thought about. */
export async function endWithThought(
  ctx: MutationCtx,
  now: number,
  outcome: "thought" | "repeated",
  because: string,
): Promise<void> {
  const { thoughtAt } = await read(ctx);
  await Lease.release(ctx, "thoughts");
  await update(ctx, {
    ...(await everythingCovered(ctx, now)),
    thoughtAt: [...thoughtAt.filter((at) => timeSince(at, now) < DAY_MS), now],
    last: { at: now, outcome, because },
  });
}

export async function endWithoutThought(
  ctx: MutationCtx,
  now: number,
  run: number,
  { skipped = false, ...how }: Infer<typeof ended>,
): Promise<void> {
  if (!(await Lease.holds(ctx, "thoughts", run))) return;
  await Lease.release(ctx, "thoughts", run);
  const covered = skipped ? await everythingCovered(ctx, now) : {};
  await update(ctx, { ...covered, last: { at: now, ...how } });
}

/** Forgets why the last run ended: it may quote what was erased. */
export async function forgetReason(ctx: MutationCtx): Promise<void> {
  const row = await ctx.db.query("thoughtSchedule").first();
  if (row !== null && row.last !== null && row.last.because !== FORGOTTEN)
    await writeSchedule(ctx, row, { ...row, last: { ...row.last, because: FORGOTTEN } });
}

const FORGOTTEN = "something was erased since, and the reason with it";

async function everythingCovered(ctx: QueryCtx, now: number): Promise<Covered> {
  const { newest } = await Totals.progress(ctx, "memories");
  return { eventsCoveredTo: now, memoriesCoveredTo: Math.max(now, newest) };
}
