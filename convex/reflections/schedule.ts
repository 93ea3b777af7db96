/** When the agent reflects by itself: once enough importance has gathered since it last did. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { timeSince } from "../../mind/time/timeSince";
import * as Totals from "../lib/memoryTotals";

/**
 * Importance that makes the agent look back by itself: about a dozen ordinary memories, or half as many that matter.
 * Park et al. (2023) let theirs reflect at 150 points of ten a memory, which came to two or three times a day.
 */
const ENOUGH = Totals.millionths(5);
/** At most four times a day, however much comes in: each may cost a call of the model. */
const LEAST_GAP_MS = 6 * 60 * 60_000;

/**
 * Whether the agent should reflect by itself now; its turn is then taken, so that ticks in close succession begin one
 * reflection, and one that fails is tried again only after the same gap.
 */
export async function claimTurn(ctx: MutationCtx, now: number): Promise<boolean> {
  const { importanceSinceReflection, lastReflection } = await Totals.read(ctx);
  if (importanceSinceReflection < ENOUGH || timeSince(lastReflection, now) < LEAST_GAP_MS) return false;
  await Totals.update(ctx, () => ({ lastReflection: now }));
  return true;
}

/** Importance that has gathered since the last reflection, in millionths. */
export async function importanceSinceReflection(ctx: QueryCtx): Promise<number> {
  return (await Totals.read(ctx)).importanceSinceReflection;
}
