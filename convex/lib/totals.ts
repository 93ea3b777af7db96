/**
 * Totals: sums over the rows of tables, kept in the mutations that write those rows (lib/rows), so that no query scans them.
 * Beside its sums a row of totals numbers the rows that were ever stored.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changeRow, GatheredRows, gatheringOf } from "./gathered";

/** What is counted: memories with their links and themes, their salience as recall and time changed it, and thoughts. */
export const NAMES = ["memories", "recalls", "thoughts"] as const;
export type Name = (typeof NAMES)[number];
/** Numbers by their names. Fractions are whole millionths, so that sums stay exact. */
export type Counts = Readonly<Record<string, number>>;

/** Sums are whole millionths: a sum of fractions drifts with additions and subtractions. */
const PARTS = 1_000_000;

/** Rounds a fraction to six decimals, so that sums are exact. */
export function onGrid(fraction: number): number {
  return Math.round(fraction * PARTS) / PARTS;
}

export function millionths(fraction: number): number {
  return Math.round(fraction * PARTS);
}

/** The mean of `count` values whose sum is in millionths; 0 without values. */
export function mean(sum: number, count: number): number {
  return count === 0 ? 0 : sum / PARTS / count;
}

/** The sum of this name; 0 where nothing was counted. */
export async function read(ctx: QueryCtx, name: Name): Promise<(count: string) => number> {
  const { counts = {} } = (await find(ctx, name)) ?? {};
  return (count) => counts[count] ?? 0;
}

/** Replaces what a row counted by what it counts now. Writes nothing where both are equal, so that nobody's write conflicts. */
export async function move(ctx: MutationCtx, name: Name, before: Counts, after: Counts): Promise<void> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = names.flatMap((count): [string, number][] => {
    const change = (after[count] ?? 0) - (before[count] ?? 0);
    return change === 0 ? [] : [[count, change]];
  });
  if (changes.length === 0) return;
  await change(ctx, name, (row) => {
    const counts = { ...row.counts };
    for (const [count, change] of changes) counts[count] = (counts[count] ?? 0) + change;
    return { counts };
  });
}

/** All sums, by the total's name. */
export async function readAll(ctx: QueryCtx): Promise<{ readonly [Of in Name]: Counts }> {
  const [memories, recalls, thoughts] = await Promise.all(NAMES.map((name) => find(ctx, name)));
  return {
    memories: memories?.counts ?? {},
    recalls: recalls?.counts ?? {},
    thoughts: thoughts?.counts ?? {},
  };
}

/**
 * Takes the place of the next row, a number that no other row gets, and its moment: `at`, where it is given, else `now` or, if the
 * clock was set back, just after the newest row.
 */
export async function next(
  ctx: MutationCtx,
  name: Name,
  now: number,
  at?: number,
): Promise<{ readonly place: number; readonly at: number }> {
  let taken = { place: 0, at: 0 };
  await change(ctx, name, ({ placed, newest }) => {
    taken = { place: placed, at: at ?? Math.max(now, newest + 1) };
    return { placed: placed + 1, newest: Math.max(newest, taken.at) };
  });
  return taken;
}

/** Reserves `count` places, for rows up to the moment `until`. Returns the first. */
export async function reserve(ctx: MutationCtx, name: Name, count: number, until = 0): Promise<number> {
  let first = 0;
  await change(ctx, name, ({ placed, newest }) => {
    first = placed;
    return { placed: placed + count, newest: Math.max(newest, until) };
  });
  return first;
}

/** How many rows were ever stored, and when the newest of them was. Erasing lowers neither. */
export async function progress(
  ctx: QueryCtx,
  name: Name,
): Promise<{ readonly placed: number; readonly newest: number }> {
  return (await find(ctx, name)) ?? NONE;
}

type Row = Pick<Doc<"totals">, "counts" | "placed" | "newest">;

const NONE: Row = { counts: {}, placed: 0, newest: 0 };

async function change(ctx: MutationCtx, name: Name, by: (row: Row) => Partial<Row>): Promise<void> {
  await changeRow(ctx, GatheredTotals, name, (row) => ({ ...(row ?? NONE), ...by(row ?? NONE) }));
}

async function find(ctx: QueryCtx, name: Name): Promise<Row | null> {
  const open = gatheringOf(ctx, GatheredTotals);
  return await (open === null ? stored(ctx, name) : open.find(name));
}

/** The totals that a mutation reads and changes. */
class GatheredTotals extends GatheredRows<Name, Doc<"totals">, Row> {
  protected override read(name: Name): Promise<Doc<"totals"> | null> {
    return stored(this.ctx, name);
  }

  protected override async write(
    name: Name,
    row: Doc<"totals"> | null,
    { counts, placed, newest }: Row,
  ): Promise<void> {
    if (row === null) await this.ctx.db.insert("totals", { name, counts, placed, newest });
    else await this.ctx.db.patch("totals", row._id, { counts, placed, newest });
  }
}

async function stored(ctx: QueryCtx, name: Name): Promise<Doc<"totals"> | null> {
  return await getOneFrom(ctx.db, "totals", "by_name", name);
}
