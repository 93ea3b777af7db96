/**
 * The measures of a sequence's rows, one number from 0 to 1 each, such as importance. Filtering by a least measure reads few
 * documents: full blocks of measures are summarised in strata, a few at a time. A threshold of at most three decimals is
 * counted from strata; any other reads the blocks and is as exact. The newest measures are stored with the ids
 * (lib/sequence) and arrive here in batches, because rewriting a block for each is expensive.
 */
import type { MutationCtx, QueryCtx } from "../_generated/server";

export interface Sizes {
  /** Measures per block. */
  readonly measures: number;
  /** Blocks per stratum. */
  readonly stratum: number;
  /** Blocks that a stratum summarises at a time: the most that are full and not summarised. Divides `stratum`. */
  readonly share: number;
}

/** A block is read as fast as a row. A stratum covers 65,536 rows and grows by 4,096. */
export const SIZES: Sizes = { measures: 512, stratum: 128, share: 8 };

/** Thresholds from 0 to 1 that a stratum has counts for. */
const GRID = 1000;

/** Places from `first` to `end`, exclusive. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

/** The newest measures, which are not in blocks yet: of the places from `from` on. */
export interface Tail {
  readonly from: number;
  readonly values: readonly number[];
}

/** Appends the measures of the rows from `place` on. They must fit into one block. */
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
  const end = place + values.length;
  if (end % (sizes.measures * sizes.share) === 0) await summarise(ctx, sizes, name, end / sizes.measures - 1);
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
  const within = place % sizes.measures;
  const values = block.values.with(within, measure);
  await ctx.db.patch("sequenceMeasures", block._id, { values });
  const stratum = await findStratum(ctx, name, Math.floor(number / sizes.stratum));
  const inStratum = number % sizes.stratum;
  if (stratum === null || inStratum >= stratum.greatest.length) return;
  const atLeast = [...stratum.atLeast];
  count(atLeast, block.values[within] ?? 0, -1);
  count(atLeast, measure, 1);
  const greatest = stratum.greatest.with(inStratum, greatestOf(values));
  await ctx.db.patch("sequenceStrata", stratum._id, { atLeast, greatest });
}

/** A page of the newest places in `range` whose measure is at least `least`, and their total. */
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
  /** Scans measures of the places from `from` on, the newest first. */
  const scan = (values: readonly number[], from: number): void => {
    for (let j = Math.min(values.length, range.end - from) - 1; j >= Math.max(0, range.first - from); j--) {
      if ((values[j] ?? 0) < least) continue;
      if (total >= offset && places.length < limit) places.push(from + j);
      total += 1;
    }
  };
  scan(tail.values, tail.from);
  const end = Math.min(range.end, tail.from);
  if (end <= range.first) return { places, total };
  const rows = sizes.measures * sizes.stratum;
  const step = Math.round(least * GRID);
  const onGrid = step / GRID === least;
  const scanBlock = async (block: number): Promise<void> => {
    const from = block * sizes.measures;
    if (from >= end || from + sizes.measures <= range.first) return;
    scan((await find(ctx, name, block))?.values ?? [], from);
  };
  for (let stratum = Math.floor((end - 1) / rows); stratum >= Math.floor(range.first / rows); stratum--) {
    const first = stratum * sizes.stratum;
    const known = await findStratum(ctx, name, stratum);
    const greatest = known?.greatest ?? [];
    const summarised = first + greatest.length;
    for (let block = first + sizes.stratum - 1; block >= summarised; block--) await scanBlock(block);
    const whole = range.first <= first * sizes.measures && end >= summarised * sizes.measures;
    const matches = whole && onGrid ? (known?.atLeast[step] ?? 0) : null;
    const before = total;
    /** Whether the rest of this stratum adds nothing to the page, so that its count suffices. */
    const counted = (): boolean =>
      matches !== null && (places.length === limit || before + matches <= offset);
    for (let block = summarised - 1; block >= first && !counted(); block--)
      if ((greatest[block - first] ?? 0) >= least) await scanBlock(block);
    if (matches !== null) total = before + matches;
  }
  return { places, total };
}

/** Adds the full blocks up to `last` to their stratum, unless they are in it. */
async function summarise(ctx: MutationCtx, sizes: Sizes, name: string, last: number): Promise<void> {
  const stratum = Math.floor(last / sizes.stratum);
  const known = await findStratum(ctx, name, stratum);
  const atLeast = known === null ? new Array<number>(GRID + 1).fill(0) : [...known.atLeast];
  const greatest = [...(known?.greatest ?? [])];
  for (let block = stratum * sizes.stratum + greatest.length; block <= last; block++) {
    const values = (await find(ctx, name, block))?.values ?? [];
    greatest.push(greatestOf(values));
    for (const value of values) count(atLeast, value, 1);
  }
  if (known === null) await ctx.db.insert("sequenceStrata", { name, stratum, atLeast, greatest });
  else await ctx.db.patch("sequenceStrata", known._id, { atLeast, greatest });
}

/** Adds `by` to the count of every threshold that `value` reaches. */
function count(atLeast: number[], value: number, by: 1 | -1): void {
  for (let step = lastStepUpTo(value); step >= 0; step--) atLeast[step] = (atLeast[step] ?? 0) + by;
}

function greatestOf(values: readonly number[]): number {
  return Math.max(0, ...values);
}

/** The greatest step whose threshold is at most `value`, by the same comparison as in a filter. */
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
