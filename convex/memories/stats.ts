/** The figures of GET /memories/stats, most of them from the totals. */
import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import * as Totals from "../lib/memoryTotals";
import { memoriesTables } from "./tables";

export const memoryStats = memoriesTables.memoryTotals.validator
  .pick("byType", "coreMemories", "links", "lastConsolidation")
  .extend({
    total: v.number(),
    avgImportance: v.number(),
    avgConfidence: v.number(),
    avgSalience: v.number(),
    uniqueRate: v.number(),
    oldestMemory: v.number(),
    newestMemory: v.number(),
    storageEstimate: v.string(),
  });

export async function read(ctx: QueryCtx): Promise<Infer<typeof memoryStats>> {
  const totals = await Totals.read(ctx);
  const inOrder = () => ctx.db.query("memories").withIndex("by_createdAt");
  const [oldest, newest] = [await inOrder().first(), await inOrder().order("desc").first()];
  const total = Totals.total(totals);
  return {
    total,
    byType: totals.byType,
    avgImportance: Totals.onGrid(Totals.mean(totals.importanceSum, total)),
    avgConfidence: Totals.onGrid(Totals.mean(totals.confidenceSum, total)),
    avgSalience: Totals.onGrid(Totals.mean(totals.salienceSum, total)),
    uniqueRate: total === 0 ? 0 : Totals.onGrid(totals.unique / total),
    coreMemories: totals.coreMemories,
    links: totals.links,
    oldestMemory: oldest?.createdAt ?? 0,
    newestMemory: newest?.createdAt ?? 0,
    lastConsolidation: totals.lastConsolidation,
    storageEstimate: readableBytes(totals.bytes),
  };
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** A size such as `512 B` or `1.4 MiB`. */
export function readableBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (unit < UNITS.length - 1 && Math.round(amount * 10) >= 10_240) {
    amount /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}
