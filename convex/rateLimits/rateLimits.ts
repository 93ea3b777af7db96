/** Rate limits in fixed windows of the clock's minute, per caller and class of request. */
import { MINUTE, RateLimiter } from "@convex-dev/rate-limiter";
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { components } from "../_generated/api";
import { internalMutation, type MutationCtx, type QueryCtx } from "../_generated/server";
import { writeRequestCount } from "./rows";

const limiter = new RateLimiter(components.rateLimiter);

/** `resetMs`: until the next window begins. */
const verdict = v.object({ ok: v.boolean(), remaining: v.number(), resetMs: v.number() });
export type RateVerdict = Infer<typeof verdict>;

const rateClass = literals("read", "write", "tick");
type RateClass = Infer<typeof rateClass>;

/** How many rows a count is spread over, so that requests at once seldom write the same one. */
const SHARDS = 8;

/** Counts one request of a caller unless it is refused. `limit`: requests a minute, at least 1. */
export const take = internalMutation({
  args: { class: rateClass, caller: v.string(), limit: v.number() },
  returns: verdict,
  handler: async (ctx, args) => {
    const now = Date.now();
    const window = Math.floor(now / MINUTE);
    const resetMs = (window + 1) * MINUTE - now;
    const [rate, capacity] = [args.limit, args.limit];
    const config = { kind: "fixed window" as const, start: 0, period: MINUTE, rate, capacity };
    // Each window has its own row, so that cleaning up by age never resets a current count.
    const options = { key: `${window} ${args.caller}`, config };
    const { ok } = await limiter.limit(ctx, args.class, options);
    if (!ok) return { ok, remaining: 0, resetMs };
    await count(ctx, args.class);
    const { value } = await limiter.getValue(ctx, args.class, options);
    return { ok, remaining: Math.max(0, value), resetMs };
  },
});

async function count(ctx: MutationCtx, rateClass: RateClass): Promise<void> {
  const shard = Math.floor(Math.random() * SHARDS);
  const row = await ctx.db
    .query("requestCounts")
    .withIndex("by_class", (q) => q.eq("class", rateClass).eq("shard", shard))
    .unique();
  await writeRequestCount(ctx, row, { class: rateClass, shard, count: (row?.count ?? 0) + 1 });
}

/** How many requests were counted since the first start, by class. */
export async function requestTotals(ctx: QueryCtx): Promise<Record<RateClass, number>> {
  const totals = { read: 0, write: 0, tick: 0 };
  for (const row of await ctx.db.query("requestCounts").take(SHARDS * Object.keys(totals).length))
    totals[row.class] += row.count;
  return totals;
}

/** Removes the counts of past windows; the component does it in batches. `now`: of the clock of retention. */
export async function removePast(ctx: MutationCtx, now: number): Promise<void> {
  const windowStart = Math.floor(now / MINUTE) * MINUTE;
  // Keeps the previous window too: a row's creation time and its window come from separate clock readings.
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before: windowStart - MINUTE });
}
