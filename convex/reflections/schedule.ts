/** When the agent reflects by itself: once enough importance has accumulated since its last reflection. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { timeSince } from "../../mind/time/timeSince";
import * as Totals from "../lib/totals";
import { writeProgress } from "./rows";

/**
 * About a dozen ordinary memories, or half as many important ones. The agents of Park et al. (2023) reflect at 150 points, ten
 * at most per memory, which comes to two or three times a day.
 */
const MIN_IMPORTANCE = Totals.millionths(5);
/** At most four times a day: each reflection may cost a call of the model. */
const MIN_GAP_MS = 6 * 60 * 60_000;

/**
 * Whether the agent should reflect now. Taking the turn starts the gap, so ticks in close succession begin one reflection, and
 * a failed one is not retried before the gap is over.
 */
export async function claimTurn(ctx: MutationCtx, now: number): Promise<boolean> {
  const { row, importance, covered } = await read(ctx);
  // What was erased since was covered: what comes now counts in full.
  if (row !== null && row.covered !== covered) await writeProgress(ctx, row, { ...row, covered });
  const { lastReflection = 0 } = row ?? {};
  if (importance < MIN_IMPORTANCE || timeSince(lastReflection, now) < MIN_GAP_MS) return false;
  await writeProgress(ctx, row, { covered, lastReflection: now });
  return true;
}

/** The importance of the evidence since the last reflection, in millionths. */
export async function accumulated(ctx: QueryCtx): Promise<number> {
  return (await read(ctx)).importance;
}

/** Records a reflection over this much of the accumulated importance. What came later counts towards the next. */
export async function reflected(ctx: MutationCtx, now: number, importance: number): Promise<void> {
  const { row, covered, importance: all } = await read(ctx);
  const lastReflection = Math.max(now, row?.lastReflection ?? 0);
  await writeProgress(ctx, row, { covered: covered + Math.min(all, importance), lastReflection });
}

async function read(ctx: QueryCtx) {
  const row = await ctx.db.query("reflectionProgress").first();
  const evidence = (await Totals.read(ctx, "memories"))("evidence");
  const covered = Math.min(evidence, row?.covered ?? 0);
  return { row, covered, importance: evidence - covered };
}
