/** A mutation that writes log entries as ticks would have, in bulk. `seed.ts` adds it to a copy of the app. */
import { v } from "convex/values";
import { internalMutation } from "../../convex/_generated/server";
import * as Logs from "../../convex/agent/logs";
import { agentTables } from "../../convex/agent/tables";
import * as Receipts from "../../convex/tick/receipts";

export const logs = internalMutation({
  args: {
    entries: v.array(
      agentTables.logs.validator.pick(
        "mood",
        "health",
        "volatility",
        "routine",
        "summary",
        "detail",
        "timestamp",
      ),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { entries }) => {
    for (const { timestamp, ...entry } of entries) {
      const tickId = await Receipts.begin(ctx, { trigger: "schedule", run: 0, startedAt: timestamp });
      const tick = await ctx.db.get("ticks", tickId);
      if (tick !== null) await Receipts.end(ctx, tick, { endedAt: timestamp, outcome: "succeeded" });
      await Logs.add(ctx, timestamp, { ...entry, tickId, events: 0 });
    }
    return null;
  },
});
