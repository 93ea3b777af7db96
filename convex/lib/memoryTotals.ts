/** The figures of GET /memories/stats. Every mutation updates them, so no query scans the memories. */
import type { WithoutSystemFields } from "convex/server";
import { getDocumentSize, type Value } from "convex/values";
import { byWord, MEMORY_TYPES } from "../../mind/enums";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

export type Totals = WithoutSystemFields<Doc<"memoryTotals">>;

/** Sums are whole millionths: a sum of fractions drifts with additions and subtractions. */
const PARTS = 1_000_000;

/** Rounds a fraction to six decimals, so that sums are exact. */
export function onGrid(fraction: number): number {
  return Math.round(fraction * PARTS) / PARTS;
}

export function millionths(fraction: number): number {
  return Math.round(fraction * PARTS);
}

/** Bytes of a document as Convex counts them, the same before and after its insertion. */
export function sizeOf(document: Readonly<Record<string, Value | undefined>>): number {
  const { _id, _creationTime, ...fields } = document;
  const present = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return getDocumentSize(Object.fromEntries(present));
}

export const NONE: Totals = {
  byType: byWord(MEMORY_TYPES, () => 0),
  unique: 0,
  importanceSum: 0,
  confidenceSum: 0,
  salienceSum: 0,
  coreMemories: 0,
  links: 0,
  placed: 0,
  newest: 0,
  bytes: 0,
  lastConsolidation: 0,
  consolidatedTo: 0,
  importanceSinceReflection: 0,
  lastReflection: 0,
};

export async function read(ctx: QueryCtx): Promise<Totals> {
  return (await ctx.db.query("memoryTotals").first()) ?? NONE;
}

/** Applies the changes that `change` computes from the totals. */
export async function update(ctx: MutationCtx, change: (totals: Totals) => Partial<Totals>): Promise<void> {
  const row = await ctx.db.query("memoryTotals").first();
  const before: Totals = row ?? NONE;
  const changes = change(before);
  // Every store and search may write this row: a change of nothing must not cause a conflict.
  if (row === null) await ctx.db.insert("memoryTotals", { ...NONE, ...changes });
  else if (JSON.stringify({ ...before, ...changes }) !== JSON.stringify(before))
    await ctx.db.patch("memoryTotals", row._id, changes);
}

/** The number of memories. */
export function total({ byType }: Totals): number {
  return Object.values(byType).reduce((sum, count) => sum + count, 0);
}

/** The mean of `count` values whose sum is in millionths; 0 without values. */
export function mean(sum: number, count: number): number {
  return count === 0 ? 0 : sum / PARTS / count;
}
