/**
 * The moment from which retention counts. It follows the clock in steps, so that after a leap, which may be a mistake, nothing
 * that was kept is deleted at once: it takes hours, in which the clock can be corrected.
 */
import type { MutationCtx } from "../_generated/server";
import { writeRetention } from "./sharedRows";

/** The most that one step moves it; with a step every five minutes, a day takes an hour. */
const MAX_STEP_MS = 24 * 5 * 60_000;

/** The clock, but not beyond the last step. The sweep goes by it. */
export async function now(ctx: Pick<MutationCtx, "db">, clock: number): Promise<number> {
  const row = await ctx.db.query("retention").first();
  return Math.min(clock, row?.at ?? clock);
}

/** Takes a step. Called by a cron every five minutes. */
export async function step(ctx: MutationCtx, clock: number): Promise<void> {
  const row = await ctx.db.query("retention").first();
  await writeRetention(ctx, row, { at: row === null ? clock : Math.min(clock, row.at + MAX_STEP_MS) });
}
