/** What GET /memories/stats answers with: kept in the mutations that change it, so that nothing is ever scanned for it. */
import type { WithoutSystemFields } from "convex/server";
import { getDocumentSize, type Value } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

export type Totals = WithoutSystemFields<Doc<"memoryTotals">>;

/** Sums are kept in whole millionths, because a sum of fractions drifts as it is added to and taken from. */
const PARTS = 1_000_000;

/** A fraction on the grid that sums are exact on: six decimals. */
export function onGrid(fraction: number): number {
  return Math.round(fraction * PARTS) / PARTS;
}

/** A fraction as whole millionths. */
export function millionths(fraction: number): number {
  return Math.round(fraction * PARTS);
}

/**
 * Bytes of a document as Convex counts them; its system fields count the same for every document, whether they are
 * there yet or not.
 */
export function sizeOf(document: Readonly<Record<string, Value | undefined>>): number {
  const { _id, _creationTime, ...fields } = document;
  const present = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return getDocumentSize(Object.fromEntries(present));
}

/** Of a memory that holds nothing. */
export const NONE: Totals = {
  byType: { episodic: 0, semantic: 0, emotional: 0, procedural: 0, reflection: 0 },
  unique: 0,
  importanceSum: 0,
  confidenceSum: 0,
  salienceSum: 0,
  coreMemories: 0,
  links: 0,
  oldest: 0,
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

/** Changes the row by what `change` makes of it, and notes which figures are not what they were. */
export async function update(ctx: MutationCtx, change: (totals: Totals) => Partial<Totals>): Promise<void> {
  const row = await ctx.db.query("memoryTotals").first();
  const before: Totals = row ?? NONE;
  const changes = change(before);
  const known = new Map<string, unknown>(Object.entries(before));
  const others = Object.entries(changes).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(known.get(name)) ? [] : [name],
  );
  // Every store and every search writes this row: what changes nothing must not contend for it.
  if (row !== null && others.length === 0) return;
  await write(ctx, row, changes);
}

async function write(
  ctx: MutationCtx,
  row: Doc<"memoryTotals"> | null,
  changes: Partial<Totals>,
): Promise<void> {
  if (row === null) await ctx.db.insert("memoryTotals", { ...NONE, ...changes });
  else await ctx.db.patch("memoryTotals", row._id, changes);
}

/** How many memories there are. */
export function total({ byType }: Totals): number {
  return Object.values(byType).reduce((sum, count) => sum + count, 0);
}

/** The mean of `total` values whose sum is in millionths; 0 over nothing. */
export function mean(sum: number, count: number): number {
  return count === 0 ? 0 : sum / PARTS / count;
}
