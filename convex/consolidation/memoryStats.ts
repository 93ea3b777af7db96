/** The figures of GET /memories/stats, of memories and their themes, most of them from the totals. */
import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { byWord, MEMORY_TYPES } from "../../mind/enums";
import * as Totals from "../lib/totals";
import * as Progress from "./progress";

export const memoryStats = v.object({
  byType: v.object(byWord(MEMORY_TYPES, () => v.number())),
  coreMemories: v.number(),
  links: v.number(),
  lastConsolidation: v.number(),
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
  const sum = await Totals.read(ctx, "memories");
  const recalls = await Totals.read(ctx, "recalls");
  const { lastConsolidation } = await Progress.read(ctx);
  const inOrder = () => ctx.db.query("memories").withIndex("by_createdAt");
  const [oldest, newest] = [await inOrder().first(), await inOrder().order("desc").first()];
  const byType = byWord(MEMORY_TYPES, sum);
  const total = Object.values(byType).reduce((all, count) => all + count, 0);
  const average = (parts: number) => Totals.onGrid(Totals.mean(parts, total));
  return {
    total,
    byType,
    avgImportance: average(sum("importance")),
    avgConfidence: average(sum("confidence")),
    avgSalience: average(sum("salience") + recalls("salience")),
    uniqueRate: total === 0 ? 0 : Totals.onGrid(sum("unique") / total),
    coreMemories: sum("coreMemories"),
    links: sum("links"),
    oldestMemory: oldest?.createdAt ?? 0,
    newestMemory: newest?.createdAt ?? 0,
    lastConsolidation,
    storageEstimate: readableBytes(bytesOf(total, sum)),
  };
}

/** Bytes of a memory's rows besides its texts, of a link, a theme and a vector, as measured on a store of short memories. */
const BYTES = { memory: 900, link: 200, theme: 500, vector: 19_000 };
/** A character stands in the memory, and its words again in the search document. */
const BYTES_PER_CHARACTER = 1.7;

/** What memories take, roughly: with their search documents, vectors, links, earlier wordings and themes. */
function bytesOf(total: number, sum: (count: string) => number): number {
  const rows =
    total * BYTES.memory +
    sum("links") * BYTES.link +
    sum("coreMemories") * BYTES.theme +
    sum("embedded") * BYTES.vector;
  return Math.round(rows + sum("characters") * BYTES_PER_CHARACTER);
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
