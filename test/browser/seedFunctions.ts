/** Mutations that write log entries as ticks would have. `seed.ts` adds them to a copy of the app. */
import { v, type Infer } from "convex/values";
import type { Id } from "../../convex/_generated/dataModel";
import { internalMutation, type MutationCtx } from "../../convex/_generated/server";
import * as Logs from "../../convex/agent/logs";
import { agentTables } from "../../convex/agent/tables";
import { FAN } from "../../convex/lib/orderedTree";
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
 * Very many entries like one, numbered and so far apart, into an empty log: their lists are built from the leaves up, since
 * adding them one by one takes minutes.
 */
export const manyLogs = internalMutation({
  args: { entry, count: v.number(), stepMs: v.number() },
  returns: v.null(),
  handler: async (ctx, { entry, count, stepMs }) => {
    const tickId = await tickAt(ctx, [entry]);
    const keys: string[] = [];
    for (let i = 0; i < count; i++) {
      const timestamp = entry.timestamp + i * stepMs;
      const row = { ...entry, timestamp, summary: `${entry.summary} ${i}`, tickId, events: 0 };
      const id = await ctx.db.insert("logs", row);
      keys.push(String(timestamp).padStart(String(Number.MAX_SAFE_INTEGER).length, "0") + id);
    }
    const [mood, routine] = [`mood=${entry.mood}`, `routine=${entry.routine}`];
    for (const name of ["logs", `logs|${mood}`, `logs|${routine}`, `logs|${mood}|${routine}`])
      await writeTree(ctx, name, keys);
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

/** A tree as convex/lib/orderedTree appends it, of rows with the measure 0. */
async function writeTree(ctx: MutationCtx, name: string, rows: readonly string[]): Promise<void> {
  let items = rows.map((key) => ({ key, rows: 1 }));
  for (let level = 0; items.length > 0; level++) {
    const nodes = Array.from({ length: Math.ceil(items.length / FAN) }, (_, i) =>
      items.slice(i * FAN, (i + 1) * FAN),
    );
    const starts = nodes.map((node, i) => (i === 0 ? "" : (node[0]?.key ?? "")));
    for (const [i, node] of nodes.entries())
      await ctx.db.insert("listNodes", {
        name,
        level,
        from: starts[i] ?? "",
        keys: node.map(({ key }) => key),
        values: node.map(({ rows }) => summary(level, rows)),
      });
    // The last node of a level stands in no parent yet.
    items = nodes.slice(0, -1).map((node, i) => ({
      key: starts[i] ?? "",
      rows: node.reduce((sum, { rows }) => sum + rows, 0),
    }));
  }
}

function summary(level: number, rows: number): number | ArrayBuffer {
  if (level === 0) return 0;
  return level === 1
    ? new Float64Array(rows).buffer
    : Uint32Array.of(rows, ...Array<number>(100).fill(0)).buffer;
}
