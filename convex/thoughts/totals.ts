/** The figures of GET /consciousness/stats, updated by the mutation that writes a thought, so that nothing is scanned. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { byWord, TONES } from "../../mind/enums";
import { thoughtsTables } from "./tables";
import { mean, millionths, onGrid } from "../lib/memoryTotals";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { BRILLIANT_LIST, LIST } from "./reads";

type Listed = Pick<Doc<"thoughts">, "_id" | "tone" | "confidence" | "novelty" | "isBrilliant" | "timestamp">;

/** A thought in its lists. */
export function entriesOf({ _id, tone, confidence, novelty, isBrilliant, timestamp }: Listed) {
  const entry = { facets: { tone }, key: timestamp, id: _id };
  const all = { list: LIST, ...entry, measure: confidence };
  return isBrilliant ? [all, { list: BRILLIANT_LIST, ...entry, measure: novelty }] : [all];
}

type Totals = WithoutSystemFields<Doc<"thoughtTotals">>;

const NONE: Totals = {
  byTone: byWord(TONES, () => 0),
  brilliant: 0,
  reflections: 0,
  confidenceSum: 0,
  seedsSum: 0,
  placed: 0,
  lastThought: 0,
  lastReflection: null,
};

const DAY_MS = 24 * 60 * 60 * 1000;

export const thoughtStats = v.object({
  totalThoughts: v.number(),
  brilliantCount: v.number(),
  brillianceRate: v.number(),
  toneDistribution: thoughtsTables.thoughtTotals.validator.fields.byTone,
  avgConfidence: v.number(),
  avgSeedsPerThought: v.number(),
  lastThought: v.number(),
  thoughtsLast24h: v.number(),
  brilliantLast24h: v.number(),
});

/** The figures at `now` (ms since the epoch), which bounds those of the last day. */
export async function stats(ctx: QueryCtx, now: number): Promise<Infer<typeof thoughtStats>> {
  const { byTone, brilliant, reflections, ...totals } = await read(ctx);
  const total = Object.values(byTone).reduce((sum, count) => sum + count, 0);
  const share = (count: number) => (total === 0 ? 0 : onGrid(count / total));
  const made = total - reflections;
  const dayAgo = now - DAY_MS;
  const since = (list: string) => Listing.total(ctx, { list, since: dayAgo });
  return {
    totalThoughts: total,
    brilliantCount: brilliant,
    brillianceRate: share(brilliant),
    toneDistribution: byWord(TONES, (tone) => share(byTone[tone])),
    avgConfidence: onGrid(mean(totals.confidenceSum, total)),
    avgSeedsPerThought: made === 0 ? 0 : onGrid(totals.seedsSum / made),
    lastThought: await lastThoughtAt(ctx),
    thoughtsLast24h: await since(LIST),
    brilliantLast24h: await since(BRILLIANT_LIST),
  };
}

/** When the newest thought that is still there was made; 0 without one. */
async function lastThoughtAt(ctx: QueryCtx): Promise<number> {
  const { ids } = await Listing.page(ctx, { list: LIST, limit: 1, offset: 0 });
  const [newest] = await documentsById(ctx, "thoughts", ids);
  return newest?.timestamp ?? 0;
}

/** Counts a thought that was just written (1) or is erased (−1). `last`: the last reflection so far, where the thought may be older. */
export async function count(
  ctx: MutationCtx,
  thought: Doc<"thoughts">,
  sign: 1 | -1 = 1,
  last: Doc<"thoughts"> | null = null,
): Promise<void> {
  const row = await ctx.db.query("thoughtTotals").first();
  const totals = row ?? NONE;
  const { tone, confidence, isBrilliant, basedOn, timestamp } = thought;
  const reflects = basedOn !== undefined;
  const counted: Totals = {
    byTone: { ...totals.byTone, [tone]: totals.byTone[tone] + sign },
    brilliant: totals.brilliant + (isBrilliant ? sign : 0),
    reflections: totals.reflections + (reflects ? sign : 0),
    confidenceSum: totals.confidenceSum + sign * millionths(confidence),
    seedsSum: totals.seedsSum + sign * thought.seeds.length,
    placed: Math.max(totals.placed, sign === 1 ? thought.place + 1 : 0),
    lastThought: Math.max(totals.lastThought, timestamp),
    lastReflection:
      sign === 1 && reflects && timestamp > (last?.timestamp ?? 0) ? thought._id : totals.lastReflection,
  };
  if (row === null) await ctx.db.insert("thoughtTotals", counted);
  else await ctx.db.replace("thoughtTotals", row._id, counted);
}

/** Reserves the next `count` places; returns the first. */
export async function reservePlaces(ctx: MutationCtx, count: number): Promise<number> {
  const row = await ctx.db.query("thoughtTotals").first();
  const { placed } = row ?? NONE;
  if (row === null) await ctx.db.insert("thoughtTotals", { ...NONE, placed: count });
  else await ctx.db.patch("thoughtTotals", row._id, { placed: placed + count });
  return placed;
}

/** Null before the first. */
export async function lastReflection(ctx: QueryCtx): Promise<Doc<"thoughts"> | null> {
  const { lastReflection: id } = await read(ctx);
  return id === null ? null : await ctx.db.get("thoughts", id);
}

export async function read(ctx: QueryCtx): Promise<Totals> {
  return (await ctx.db.query("thoughtTotals").first()) ?? NONE;
}
