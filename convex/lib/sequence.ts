/**
 * Append-only lists with exact totals. A row keeps its place forever, so arithmetic finds any page, at a cost that does not
 * grow with the list. For lists whose rows move or are deleted see lib/listing.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Page } from "./listing";
import * as Measures from "./sequenceMeasures";

export interface List {
  readonly name: string;
  readonly sizes: Sizes;
}

export interface Sizes extends Measures.Sizes {
  /** Ids per block; divides `measures`. */
  readonly block: number;
}

/** A page reads two or three blocks of ids. A new row rewrites two blocks of a few kilobytes. */
export const SIZES: Sizes = { block: 64, ...Measures.SIZES };

/** A row's place in the whole list and in its scope. */
export interface Places {
  readonly place: number;
  readonly scopePlace: number;
}

/** The places of the next row. Valid within the mutation until a row is added. */
export interface Opening extends Places {
  /** Its time in whole ms since the epoch, later than that of every earlier row. */
  readonly at: number;
  /** The last blocks, of the whole list and of the scope. */
  readonly ends: readonly [End, End];
}

/** The last block, which takes the next row unless it is full; null in an empty sequence. */
interface End {
  readonly name: string;
  readonly block: Doc<"sequenceBlocks"> | null;
}

export interface NewRow {
  readonly id: string;
  /** The value that lists are filtered by, such as importance: 0 to 1. */
  readonly measure: number;
}

export interface SequenceRequest {
  /** Default: all rows. */
  readonly scope?: string | undefined;
  /** Exclusive bounds, in ms since the epoch. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Inclusive. */
  readonly leastMeasure?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The number of rows in the list or its scope. */
export async function count(ctx: QueryCtx, list: List, scope?: string): Promise<number> {
  return rowsTo(list, (await endOf(ctx, nameOf(list, scope))).block);
}

/**
 * The places and the time of the next row: `now`, or just after the newest row where the clock has not advanced. `scope` is a
 * subset that can be listed by itself, such as a type.
 */
export async function open(ctx: QueryCtx, list: List, scope: string, now: number): Promise<Opening> {
  const ends = await Promise.all([endOf(ctx, nameOf(list)), endOf(ctx, nameOf(list, scope))]);
  const newest = ends[0].block?.at.at(-1);
  return {
    place: rowsTo(list, ends[0].block),
    scopePlace: rowsTo(list, ends[1].block),
    at: newest === undefined ? now : Math.max(now, newest + 1),
    ends,
  };
}

/** Appends the row at its opened places. Belongs in the mutation that inserts it. */
export async function append(ctx: MutationCtx, list: List, opening: Opening, row: NewRow): Promise<void> {
  for (const end of opening.ends) await appendTo(ctx, list, end, { ...row, at: opening.at });
}

/** Changes a row's measure. */
export async function remeasure(
  ctx: MutationCtx,
  list: List,
  row: Places & { readonly scope: string; readonly measure: number },
): Promise<void> {
  await remeasureIn(ctx, list, nameOf(list), row.place, row.measure);
  await remeasureIn(ctx, list, nameOf(list, row.scope), row.scopePlace, row.measure);
}

/** One page, newest first. */
export async function page(ctx: QueryCtx, list: List, request: SequenceRequest): Promise<Page> {
  const { limit, offset, leastMeasure } = request;
  const name = nameOf(list, request.scope);
  const { block: last } = await endOf(ctx, name);
  const rows = rowsTo(list, last);
  const first = request.since === undefined ? 0 : await firstAfter(ctx, list, name, request.since, rows);
  // Times are whole milliseconds, so `until` is exclusive this way.
  const end =
    request.until === undefined
      ? rows
      : await firstAfter(ctx, list, name, Math.ceil(request.until) - 1, rows);
  const range = { first, end: Math.max(first, end) };
  const { places, total } =
    leastMeasure === undefined
      ? newestOf(range, limit, offset)
      : await Measures.newestWith(ctx, list.sizes, name, range, leastMeasure, tailOf(list, last), {
          limit,
          offset,
        });
  const ids = await idsIn(ctx, list, name, places);
  return { ids, total, hasMore: offset + ids.length < total };
}

/** The place of the first row later than `moment`, in ms; the count of rows where there is none. */
export async function placeAfter(ctx: QueryCtx, list: List, moment: number): Promise<number> {
  return await firstAfter(ctx, list, list.name, moment, await count(ctx, list));
}

/** The ids of the rows at these places of the whole list, in this order. Skips places outside the list. */
export async function idsAt(ctx: QueryCtx, list: List, places: readonly number[]): Promise<string[]> {
  return await idsIn(ctx, list, list.name, places);
}

function newestOf({ first, end }: Measures.Range, limit: number, offset: number) {
  const newest = end - 1 - offset;
  const places = Array.from({ length: limit }, (_, i) => newest - i).filter((place) => place >= first);
  return { places, total: end - first };
}

async function idsIn(
  ctx: QueryCtx,
  { sizes }: List,
  name: string,
  places: readonly number[],
): Promise<string[]> {
  const numbers = [...new Set(places.map((place) => Math.floor(place / sizes.block)))];
  const blocks = new Map(
    await Promise.all(
      numbers.map(async (number) => [number, (await idBlock(ctx, name, number))?.ids] as const),
    ),
  );
  return places.flatMap((place) => blocks.get(Math.floor(place / sizes.block))?.[place % sizes.block] ?? []);
}

async function firstAfter(
  ctx: QueryCtx,
  { sizes }: List,
  name: string,
  moment: number,
  rows: number,
): Promise<number> {
  const block = await ctx.db
    .query("sequenceBlocks")
    .withIndex("by_from", (q) => q.eq("name", name).lte("from", moment))
    .order("desc")
    .first();
  if (block === null) return 0;
  const within = block.at.findIndex((at) => at > moment);
  return Math.min(rows, block.block * sizes.block + (within < 0 ? block.at.length : within));
}

async function appendTo(
  ctx: MutationCtx,
  { sizes }: List,
  { name, block: last }: End,
  { id, at, measure }: NewRow & { readonly at: number },
): Promise<void> {
  const open = last !== null && last.ids.length < sizes.block ? last : null;
  const number = open?.block ?? (last === null ? 0 : last.block + 1);
  const ids = [...(open?.ids ?? []), id];
  const moments = [...(open?.at ?? []), at];
  const measures = [...(open?.measures ?? []), measure];
  const full = ids.length === sizes.block;
  const row = { ids, at: moments, measures: full ? [] : measures };
  if (open === null) await ctx.db.insert("sequenceBlocks", { name, block: number, from: at, ...row });
  else await ctx.db.patch("sequenceBlocks", open._id, row);
  if (full) await Measures.append(ctx, sizes, name, number * sizes.block, measures);
}

async function remeasureIn(
  ctx: MutationCtx,
  list: List,
  name: string,
  place: number,
  measure: number,
): Promise<void> {
  const { block: last } = await endOf(ctx, name);
  const tail = tailOf(list, last);
  if (last === null || place < tail.from) return await Measures.set(ctx, list.sizes, name, place, measure);
  await ctx.db.patch("sequenceBlocks", last._id, { measures: tail.values.with(place - tail.from, measure) });
}

async function endOf(ctx: QueryCtx, name: string): Promise<End> {
  const block = await ctx.db
    .query("sequenceBlocks")
    .withIndex("by_block", (q) => q.eq("name", name))
    .order("desc")
    .first();
  return { name, block };
}

function rowsTo({ sizes }: List, last: Doc<"sequenceBlocks"> | null): number {
  return last === null ? 0 : last.block * sizes.block + last.ids.length;
}

/** The measures in the last block, unless it is full. */
function tailOf(list: List, last: Doc<"sequenceBlocks"> | null): Measures.Tail {
  const values = last?.measures ?? [];
  return { from: rowsTo(list, last) - values.length, values };
}

async function idBlock(ctx: QueryCtx, name: string, block: number) {
  return await ctx.db
    .query("sequenceBlocks")
    .withIndex("by_block", (q) => q.eq("name", name).eq("block", block))
    .unique();
}

function nameOf(list: List, scope?: string): string {
  return scope === undefined ? list.name : `${list.name}|${scope}`;
}
