/**
 * Lists whose rows are never deleted: a row keeps its place for ever, so any page is found by arithmetic and every total
 * is exact, at a cost that does not grow with the list. Lists whose rows move or go are kept by model/listing.
 */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Page } from "./listing";
import * as Measures from "./measures";

/** A list by its name; its rows stand in blocks of these sizes. */
export interface List {
  readonly name: string;
  readonly sizes: Sizes;
}

export interface Sizes extends Measures.Sizes {
  /** Ids a block. */
  readonly block: number;
}

/** A page touches two or three blocks of ids, and a new row rewrites one of a few kilobytes. */
export const SIZES: Sizes = { block: 64, ...Measures.SIZES };

/** The row's place in the sequence of the whole list, and in that of its scope. */
export interface Places {
  readonly place: number;
  readonly scopePlace: number;
}

export interface NewRow {
  /** What the list may be narrowed to: a type, a tone. */
  readonly scope: string;
  readonly id: string;
  /** Whole milliseconds since the epoch, later than of any row before it: see `nextMoment`. */
  readonly at: number;
  /** What the list may be narrowed by besides time, such as importance: 0 to 1. */
  readonly measure: number;
}

export interface SequenceRequest {
  /** Left out, all rows. */
  readonly scope?: string | undefined;
  /** Exclusive bounds, in ms since the epoch. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Inclusive. */
  readonly leastMeasure?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** How many rows the list, or the scope of it, has. */
export async function count(ctx: QueryCtx, list: List, scope?: string): Promise<number> {
  return (await head(ctx, nameOf(list, scope)))?.count ?? 0;
}

/** The moment of a row made now: `now`, or just after the newest row where the clock has not moved on since. */
export async function nextMoment(ctx: QueryCtx, list: List, now: number): Promise<number> {
  const rows = await count(ctx, list);
  if (rows === 0) return now;
  const newest = (await idBlock(ctx, list.name, Math.floor((rows - 1) / list.sizes.block)))?.at.at(-1);
  return newest === undefined ? now : Math.max(now, newest + 1);
}

/** Adds a row at the end. Belongs in the mutation that inserts it; its places must be kept with it. */
export async function append(ctx: MutationCtx, list: List, row: NewRow): Promise<Places> {
  const place = await appendTo(ctx, list, nameOf(list), row);
  const scopePlace = await appendTo(ctx, list, nameOf(list, row.scope), row);
  return { place, scopePlace };
}

/** Notes a row's new measure. */
export async function remeasure(
  ctx: MutationCtx,
  list: List,
  row: Places & { readonly scope: string; readonly measure: number },
): Promise<void> {
  await Measures.set(ctx, list.sizes, nameOf(list), row.place, row.measure);
  await Measures.set(ctx, list.sizes, nameOf(list, row.scope), row.scopePlace, row.measure);
}

/** One page, newest first. */
export async function page(ctx: QueryCtx, list: List, request: SequenceRequest): Promise<Page> {
  const { limit, offset, leastMeasure } = request;
  const name = nameOf(list, request.scope);
  const rows = (await head(ctx, name))?.count ?? 0;
  const first = request.since === undefined ? 0 : await firstAfter(ctx, list, name, request.since, rows);
  // Moments are whole milliseconds, so the first row at or after `until` is the first after the one before.
  const end =
    request.until === undefined
      ? rows
      : await firstAfter(ctx, list, name, Math.ceil(request.until) - 1, rows);
  const range = { first, end: Math.max(first, end) };
  const { places, total } =
    leastMeasure === undefined
      ? newestOf(range, limit, offset)
      : await Measures.newestWith(ctx, list.sizes, name, range, leastMeasure, { limit, offset });
  const ids = await idsIn(ctx, list, name, places);
  return { ids, total, hasMore: offset + ids.length < total };
}

/** The place of the first row later than `moment`, in ms; the count where there is none. */
export async function placeAfter(ctx: QueryCtx, list: List, moment: number): Promise<number> {
  return await firstAfter(ctx, list, list.name, moment, await count(ctx, list));
}

/** The ids of the rows at these places of the whole list, in this order; places outside it are left out. */
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

async function appendTo(ctx: MutationCtx, { sizes }: List, name: string, row: NewRow): Promise<number> {
  const { id, at, measure } = row;
  const sequence = await head(ctx, name);
  const place = sequence?.count ?? 0;
  if (sequence === null) await ctx.db.insert("sequences", { name, count: 1 });
  else await ctx.db.patch("sequences", sequence._id, { count: place + 1 });

  const number = Math.floor(place / sizes.block);
  const block = place % sizes.block === 0 ? null : await idBlock(ctx, name, number);
  if (block === null)
    await ctx.db.insert("sequenceBlocks", { name, block: number, from: at, ids: [id], at: [at] });
  else await ctx.db.patch("sequenceBlocks", block._id, { ids: [...block.ids, id], at: [...block.at, at] });
  await Measures.append(ctx, sizes, name, place, measure);
  return place;
}

async function head(ctx: QueryCtx, name: string) {
  return await ctx.db
    .query("sequences")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
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
