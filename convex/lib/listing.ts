/** Lists with exact totals and deep offsets. A row stands in a tree for every combination of its facets. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as OrderedTree from "./orderedTree";
import * as RecentEntries from "./recentEntries";
import type { PageArgs } from "./validators";
import * as TreeIntersection from "./treeIntersection";

/** The values that callers can filter by. At most three, because a row is listed 2^n times. */
export type Facets = { readonly [name: string]: string };

/** A row's place in a list. */
export interface Placed {
  /** The list's name, which is its table's. */
  readonly list: string;
  readonly facets: Facets;
  /** The sort key: whole ms since the epoch. */
  readonly key: number;
  readonly id: string;
  /** What it is filtered by, such as importance; from 0 to 1. */
  readonly measure?: number;
}

/** What selects rows. Facets that are left out match all. */
export interface Filter {
  readonly list: string;
  readonly facets?: { readonly [name: string]: string | undefined };
  /** Exclusive bounds of the key. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Inclusive. */
  readonly leastMeasure?: number | undefined;
}

export interface Page {
  /** Newest first, then by id, so that pages never overlap. */
  readonly ids: string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** Moves a row from the places that it had to those that it has now. Places that stay are not written. */
export async function move(
  ctx: MutationCtx,
  before: readonly Placed[],
  after: readonly Placed[],
): Promise<void> {
  const [old, now] = [treesOf(before), treesOf(after)];
  for (const [place, { name, key }] of old)
    if (!now.has(place)) await RecentEntries.change(ctx, name, key, null);
  for (const [place, { name, key, measure }] of now)
    if (old.get(place)?.measure !== measure) await RecentEntries.change(ctx, name, key, measure);
}

/** The trees of places, with the keys and the measures there; by tree and key (`placeIn`). */
export function treesOf(places: readonly Placed[]) {
  const trees = places.flatMap(({ measure = 0, ...entry }) => {
    const key = keyOf(entry.key) + entry.id;
    return namesOf(entry).map((name) => [placeIn(name, key), { name, key, measure }] as const);
  });
  return new Map(trees);
}

export function placeIn(tree: string, key: string): string {
  return `${tree}\n${key}`;
}

/** The row's id in a key of a tree. */
export function idIn(key: string): string {
  return key.slice(KEY_LENGTH);
}

/** One page, in O(log n + page) at any offset. */
export async function page(
  ctx: QueryCtx,
  { list, facets = {}, since, until, leastMeasure, limit, offset }: Filter & PageArgs,
): Promise<Page> {
  const range = rangeOf({ since, until, leastMeasure });
  const { keys, total } = await RecentEntries.page(ctx, nameOf(list, facets), range, { limit, offset });
  const ids = keys.map(idIn);
  return { ids, total, hasMore: offset + ids.length < total };
}

/**
 * The list and the facets under which a row of a scope stands. Rows of the agent's own scope, the empty one, stand in the list
 * as rows without scopes do, so they cost no more. Those of other scopes stand in a list beside it, which has the scope as a
 * facet.
 */
export function inScope<Chosen extends { readonly [name: string]: string | undefined }>({
  list,
  facets,
  scope,
}: {
  readonly list: string;
  readonly facets: Chosen;
  readonly scope: string;
}): { readonly list: string; readonly facets: Chosen & { readonly scope?: string } } {
  if (scope === "") return { list, facets };
  return { list: scopedList(list), facets: { ...facets, scope: facetOf(scope) } };
}

/** A page of the rows that were added under `inScope`: of one scope, or of all where none is given. */
export async function pageOfScope(
  ctx: QueryCtx,
  { list, facets = {}, scope, ...range }: Filter & PageArgs & { readonly scope: string | undefined },
): Promise<Page> {
  if (scope !== undefined) return await page(ctx, { ...inScope({ list, facets, scope }), ...range });
  return await pageOfBoth(ctx, { list, facets, ...range }, scopedList(list));
}

/** A list with facets, as rows were added to it under `inScope`. */
export type ListOfScope = Pick<Filter, "list" | "facets">;

/**
 * A page of the rows that stand in all of these lists, of one scope, or of all where none is given. Null where the lists have so many
 * rows in this range that one transaction can't count those in all (lib/treeIntersection); one list is never too long.
 */
export async function pageOfAll(
  ctx: QueryCtx,
  lists: readonly ListOfScope[],
  {
    scope,
    limit,
    offset,
    ...range
  }: Omit<Filter, "list" | "facets"> & PageArgs & { readonly scope: string | undefined },
): Promise<Page | null> {
  const [first, ...others] = lists;
  if (first === undefined) throw new Error("a page needs a list");
  if (others.length === 0) return await pageOfScope(ctx, { ...first, scope, limit, offset, ...range });
  const budget = new TreeIntersection.LeafBudget();
  const found: string[] = [];
  for (const names of namesInScope(lists, scope)) {
    const keys = await TreeIntersection.intersection(ctx, names, rangeOf(range), budget);
    if (keys === null) return null;
    found.push(...keys);
  }
  const ids = found
    .sort((a, b) => (a < b ? 1 : -1))
    .slice(offset, offset + limit)
    .map(idIn);
  return { ids, total: found.length, hasMore: offset + ids.length < found.length };
}

/** The ids of those of `rows` that stand in all of these lists; null as above. */
export async function idsInAll(
  ctx: QueryCtx,
  lists: readonly ListOfScope[],
  rows: readonly Pick<Placed, "key" | "id">[],
  scope: string | undefined,
): Promise<ReadonlySet<string> | null> {
  const budget = new TreeIntersection.LeafBudget();
  const sought = rows.map(({ key, id }) => keyOf(key) + id).sort((a, b) => (a < b ? 1 : -1));
  const found = new Set<string>();
  for (const names of namesInScope(lists, scope)) {
    let keys: string[] | null = sought;
    for (const { name } of await TreeIntersection.smallestFirst(ctx, names, rangeOf({})))
      keys = keys && (await TreeIntersection.membersOf(ctx, name, keys, budget));
    if (keys === null) return null;
    for (const key of keys) found.add(idIn(key));
  }
  return found;
}

/** The names of the trees of a scope; of all scopes those of the agent's own, and those of the others. */
function namesInScope(lists: readonly ListOfScope[], scope: string | undefined): string[][] {
  const named = ({ list, facets = {} }: ListOfScope) => nameOf(list, facets);
  if (scope !== undefined)
    return [lists.map(({ list, facets = {} }) => named(inScope({ list, facets, scope })))];
  return [lists.map(named), lists.map(({ list, ...one }) => named({ ...one, list: scopedList(list) }))];
}

function scopedList(list: string): string {
  return `scoped ${list}`;
}

/**
 * A page of two lists as one. The place in each where the page begins is found by bisection: some forty walks down the trees
 * of a hundred thousand rows.
 */
async function pageOfBoth(ctx: QueryCtx, filter: Filter & PageArgs, other: string): Promise<Page> {
  const { limit, offset } = filter;
  const keys = async (list: string, limit: number, offset: number, from = rangeOf(filter).from) => {
    const range = { ...rangeOf(filter), from };
    return await RecentEntries.page(ctx, nameOf(list, filter.facets ?? {}), range, { limit, offset });
  };
  /** How many of the first rows of both are of the first list. */
  let [low, high] = [0, Math.min(offset, (await keys(filter.list, 0, 0)).total)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [key = ""] = (await keys(filter.list, 1, middle)).keys;
    if (middle + (await keys(other, 0, 0, key)).total < offset) low = middle + 1;
    else high = middle;
  }
  const [first, second] = [await keys(filter.list, limit, low), await keys(other, limit, offset - low)];
  const found = [...first.keys, ...second.keys].sort((a, b) => (a < b ? 1 : -1)).slice(0, limit);
  const total = first.total + second.total;
  return {
    ids: found.map(idIn),
    total,
    hasMore: offset + found.length < total,
  };
}

/** A text of a caller as a facet's value: the name of a tree may not hold every character. */
export function facetOf(text: string): string {
  return encodeURIComponent(text);
}

/** The number of rows that match. */
export async function total(ctx: QueryCtx, filter: Filter): Promise<number> {
  return (await page(ctx, { ...filter, limit: 0, offset: 0 })).total;
}

function rangeOf({ since, until, leastMeasure }: Omit<Filter, "list">): OrderedTree.Range {
  return {
    from: since === undefined ? "" : keyOf(Math.floor(since) + 1),
    end: until === undefined ? OrderedTree.END : keyOf(Math.ceil(until)),
    least: leastMeasure ?? 0,
  };
}

const KEY_LENGTH = String(Number.MAX_SAFE_INTEGER).length;

/** A key as text of one length, so that keys followed by ids sort as both do. */
function keyOf(key: number): string {
  return String(Math.min(Math.max(key, 0), Number.MAX_SAFE_INTEGER)).padStart(KEY_LENGTH, "0");
}

function nameOf(list: string, facets: { readonly [name: string]: string | undefined }): string {
  const chosen = Object.entries(facets)
    .filter((facet) => facet[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [list, ...chosen.map(([name, value]) => `${name}=${value}`)].join("|");
}

function namesOf({ list, facets }: Placed): string[] {
  const subsets = Object.entries(facets).reduce<Facets[]>(
    (subsets, [name, value]) => [...subsets, ...subsets.map((subset) => ({ ...subset, [name]: value }))],
    [{}],
  );
  return subsets.map((subset) => nameOf(list, subset));
}
