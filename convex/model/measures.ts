/**
 * The measures of a sequence's rows: a number from 0 to 1 for each, such as importance. They stand in blocks, and many
 * full blocks are summed up in a stratum, so that counting and paging by a least measure reads few documents. Thresholds
 * of at most three decimals are counted from strata; any other reads the blocks, and is as exact. The newest rows'
 * measures are with their ids (model/sequence) and come here by the dozen, since to rewrite a block for each is dear.
 */
import type { MutationCtx, QueryCtx } from "../_generated/server";

export interface Sizes {
  /** Measures a block. */
  readonly measures: number;
  /** Blocks a stratum. */
  readonly stratum: number;
}

/** A block of measures is read as fast as a row; a stratum stands for 65,536 rows. */
export const SIZES: Sizes = { measures: 512, stratum: 128 };

/** Thresholds that a stratum knows the count of, between 0 and 1. */
const GRID = 1000;

/** Places from `first`, below `end`. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

/** The measures that are not here yet: of the places from `from` on. */
export interface Tail {
  readonly from: number;
  readonly values: readonly number[];
}

/** Adds the measures of the rows from `place` on, the first that are missing here. They fit into one block. */
export async function append(
  ctx: MutationCtx,
  sizes: Sizes,
  name: string,
  place: number,
  values: readonly number[],
): Promise<void> {
  const number = Math.floor(place / sizes.measures);
  const block = place % sizes.measures === 0 ? null : await find(ctx, name, number);
  if (block === null) await ctx.db.insert("sequenceMeasures", { name, block: number, values: [...values] });
  else await ctx.db.patch("sequenceMeasures", block._id, { values: [...block.values, ...values] });
  const rows = sizes.measures * sizes.stratum;
  const end = place + values.length;
  if (end % rows === 0) await sumUp(ctx, sizes, name, end / rows - 1);
}

/** Changes the measure of the row at `place`. */
export async function set(
  ctx: MutationCtx,
  sizes: Sizes,
  name: string,
  place: number,
  measure: number,
): Promise<void> {
  const number = Math.floor(place / sizes.measures);
  const block = await find(ctx, name, number);
  if (block === null) throw new Error(`the sequence ${name} has no place ${place}`);
  const values = block.values.with(place % sizes.measures, measure);
  await ctx.db.patch("sequenceMeasures", block._id, { values });
  const stratum = Math.floor(number / sizes.stratum);
  if ((await findStratum(ctx, name, stratum)) !== null) await sumUp(ctx, sizes, name, stratum);
}

/** The newest places in `range` whose measure is at least `least`, after `offset` of them; and how many there are in all. */
export async function newestWith(
  ctx: QueryCtx,
  sizes: Sizes,
  name: string,
  range: Range,
  least: number,
  tail: Tail,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ places: number[]; total: number }> {
  const places: number[] = [];
  let total = 0;
  /** Looks at the places from `from` on that are in the range, the newest first. */
  const look = (values: readonly number[], from: number): void => {
    for (let j = Math.min(values.length, range.end - from) - 1; j >= Math.max(0, range.first - from); j--) {
      if ((values[j] ?? 0) < least) continue;
      if (total >= offset && places.length < limit) places.push(from + j);
      total += 1;
    }
  };
  look(tail.values, tail.from);
  const end = Math.min(range.end, tail.from);
  if (end <= range.first) return { places, total };
  const rows = sizes.measures * sizes.stratum;
  const step = Math.round(least * GRID);
  const onGrid = step / GRID === least;
  for (let stratum = Math.floor((end - 1) / rows); stratum >= Math.floor(range.first / rows); stratum--) {
    const known = await findStratum(ctx, name, stratum);
    const whole = range.first <= stratum * rows && end >= (stratum + 1) * rows;
    const holders = known !== null && whole && onGrid ? (known.atLeast[step] ?? 0) : null;
    if (holders !== null && (places.length === limit || total + holders <= offset)) {
      total += holders;
      continue;
    }
    for (let i = sizes.stratum - 1; i >= 0; i--) {
      const block = stratum * sizes.stratum + i;
      const from = block * sizes.measures;
      if (from >= end || from + sizes.measures <= range.first) continue;
      if (known !== null && (known.greatest[i] ?? 0) < least) continue;
      look((await find(ctx, name, block))?.values ?? [], from);
    }
  }
  return { places, total };
}

async function sumUp(ctx: MutationCtx, sizes: Sizes, name: string, stratum: number): Promise<void> {
  const atLeast = new Array<number>(GRID + 1).fill(0);
  const greatest: number[] = [];
  for (let i = 0; i < sizes.stratum; i++) {
    const values = (await find(ctx, name, stratum * sizes.stratum + i))?.values ?? [];
    greatest.push(Math.max(0, ...values));
    for (const value of values) {
      const step = lastStepUpTo(value);
      atLeast[step] = (atLeast[step] ?? 0) + 1;
    }
  }
  for (let step = GRID - 1; step >= 0; step--)
    atLeast[step] = (atLeast[step] ?? 0) + (atLeast[step + 1] ?? 0);
  const row = { name, stratum, atLeast, greatest };
  const known = await findStratum(ctx, name, stratum);
  if (known === null) await ctx.db.insert("sequenceStrata", row);
  else await ctx.db.replace("sequenceStrata", known._id, row);
}

/** The greatest step whose threshold is at most `value`, by the very comparison that a threshold is asked with. */
function lastStepUpTo(value: number): number {
  let step = Math.min(GRID, Math.max(0, Math.round(value * GRID)));
  while (step > 0 && step / GRID > value) step -= 1;
  return step;
}

async function find(ctx: QueryCtx, name: string, block: number) {
  return await ctx.db
    .query("sequenceMeasures")
    .withIndex("by_block", (q) => q.eq("name", name).eq("block", block))
    .unique();
}

async function findStratum(ctx: QueryCtx, name: string, stratum: number) {
  return await ctx.db
    .query("sequenceStrata")
    .withIndex("by_stratum", (q) => q.eq("name", name).eq("stratum", stratum))
    .unique();
}
