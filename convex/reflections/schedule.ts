/** When the agent reflects by itself: once enough importance has accumulated since its last reflection. */
import type { MutationCtx } from "../_generated/server";
import { timeSince } from "../../mind/time/timeSince";
import * as Totals from "../lib/memoryTotals";

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
  const { importanceSinceReflection, lastReflection } = await Totals.read(ctx);
  if (importanceSinceReflection < MIN_IMPORTANCE || timeSince(lastReflection, now) < MIN_GAP_MS) return false;
  await Totals.update(ctx, () => ({ lastReflection: now }));
  return true;
}
