/** Mutations that write log entries as ticks would have. `seed.ts` adds them to a copy of the app. */
import { v, type Infer } from "convex/values";
import type { Id } from "../../convex/_generated/dataModel";
import { internalMutation, type MutationCtx } from "../../convex/_generated/server";
import * as Logs from "../../convex/agent/logs";
import { agentTables } from "../../convex/agent/tables";
import { gathered } from "../../convex/lib/gathered";
import * as RecentEntries from "../../convex/lib/recentEntries";
import * as Receipts from "../../convex/tick/receipts";

const entry = agentTables.logs.validator.pick(
  "mood",
  "health",
  "volatility",
  "routine",
  "summary",
  "detail",
  "timestamp",
);
/** A few entries of any kind, oldest first. */
export const logs = internalMutation({
  args: { entries: v.array(entry) },
  returns: v.null(),
  handler: async (ctx, { entries }) => {
    const tickId = await tickAt(ctx, entries);
    for (const { timestamp, ...entry } of entries)
      await Logs.add(ctx, timestamp, { ...entry, tickId, events: 0 });
    return null;
  },
});

/**
 * Many entries like one, numbered from a number on and so far apart. Their lists are written together, since that one by one takes
 * minutes.
 */
export const manyLogs = internalMutation({
  args: { entry, from: v.number(), count: v.number(), stepMs: v.number() },
  returns: v.null(),
  handler: async (ctx, { entry, from, count, stepMs }) => {
    const tickId = await tickAt(ctx, [{ ...entry, timestamp: entry.timestamp + from * stepMs }]);
    const keys: string[] = [];
    for (let i = from; i < from + count; i++) {
      const timestamp = entry.timestamp + i * stepMs;
      const row = { ...entry, timestamp, summary: `${entry.summary} ${i}`, tickId, events: 0 };
      const id = await ctx.db.insert("logs", row);
      keys.push(String(timestamp).padStart(String(Number.MAX_SAFE_INTEGER).length, "0") + id);
    }
    const [mood, routine] = [`mood=${entry.mood}`, `routine=${entry.routine}`];
    await gathered(ctx, async () => {
      for (const name of ["logs", `logs|${mood}`, `logs|${routine}`, `logs|${mood}|${routine}`])
        for (const key of keys) await RecentEntries.change(ctx, name, key, 0);
    });
    return null;
  },
});

async function tickAt(ctx: MutationCtx, [first]: readonly Infer<typeof entry>[]): Promise<Id<"ticks">> {
  const at = first?.timestamp ?? 0;
  const tickId = await Receipts.begin(ctx, { trigger: "schedule", run: 0, startedAt: at });
  const tick = await ctx.db.get("ticks", tickId);
  if (tick !== null) await Receipts.end(ctx, tick, { endedAt: at, outcome: "succeeded" });
  return tickId;
}
