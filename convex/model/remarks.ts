/** The remarks table: which jokes the reflexes made in the last weeks, so that none wears off. Written by a tick's end. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { jokeOf, WEEKS_MS, type Made } from "../mind/events/jokes";
import { timeSince } from "../../mind/time/timeSince";

/** More than are made in these weeks. */
const MOST_KEPT = 256;

/** The jokes of the last weeks, newest first. */
export async function ofLate(ctx: QueryCtx, now: number): Promise<Made[]> {
  const row = await ctx.db.query("remarks").first();
  return (row?.recent ?? []).filter(({ at }) => timeSince(at, now) < WEEKS_MS);
}

/** Notes that a tick made a remark; `quiet` where nothing had come in. */
export async function note(ctx: MutationCtx, now: number, remark: string, quiet: boolean): Promise<void> {
  const recent = [{ joke: jokeOf(remark), at: now, quiet }, ...(await ofLate(ctx, now))].slice(0, MOST_KEPT);
  const row = await ctx.db.query("remarks").first();
  if (row === null) await ctx.db.insert("remarks", { recent });
  else await ctx.db.patch("remarks", row._id, { recent });
}
