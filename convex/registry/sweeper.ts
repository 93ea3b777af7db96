/** Deletes what is no longer kept: rows of any table that its description calls expired, and past counts of requests. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import * as RateLimits from "../rateLimits/rateLimits";
import * as Retention from "../lib/retention";
import { writerOf } from "../lib/rows";
import { MAX_BYTES, takeWithinBudget } from "../lib/withinBudget";
import { ALL } from "./tables";

/** Rows per transaction; fewer where they are long. */
const BATCH = 500;

/** One batch per transaction. Tables are swept in the order of the registry. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = await Retention.now(ctx, Date.now());
    let left = BATCH;
    for (const table of ALL) {
      if (table.expires === undefined) continue;
      const { rows, more } = await takeWithinBudget(await table.expires(ctx, now), left);
      for (const row of rows) await (table.expire?.(ctx, row) ?? writerOf(table)(ctx, row, null));
      left -= rows.length;
      const { bytesRead } = await ctx.meta.getTransactionMetrics();
      if (more || bytesRead.used > MAX_BYTES)
        return void (await ctx.scheduler.runAfter(0, internal.registry.sweeper.sweep, {}));
    }
    await RateLimits.removePast(ctx, now);
  },
});
