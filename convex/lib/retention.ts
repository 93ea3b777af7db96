/**
 * The moment from which retention counts. It follows the clock in steps, so that after a leap, which may be a mistake, nothing
 * that was kept is deleted at once: it takes hours, in which the clock can be corrected.
 */
import type { MutationCtx } from "../_generated/server";
import { writeRetention } from "./sharedRows";

/** The most that one step moves it; with a step a minute, a day takes an hour. */
const MAX_STEP_MS = 24 * 60_000;

/** The clock, but at most a step beyond the last step. The sweep goes by it. */
export async function now(ctx: Pick<MutationCtx, "db">, clock: number): Promise<number> {
  const row = await ctx.db.query("retention").first();
  return row === null ? clock : Math.min(clock, row.at + MAX_STEP_MS);
}

/** Takes a step. Called by a cron every minute. */
export async function step(ctx: MutationCtx, clock: number): Promise<void> {
  const row = await ctx.db.query("retention").first();
  await writeRetention(ctx, row, { at: row === null ? clock : Math.min(clock, row.at + MAX_STEP_MS) });
}
