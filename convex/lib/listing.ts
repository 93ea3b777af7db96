/** Lists with exact totals and deep offsets. Each row is counted under every combination of its facets. */
import { DirectAggregate } from "@convex-dev/aggregate";
import { components } from "../_generated/api";
import type { MutationCtx, QueryCtx } from "../_generated/server";

const counts = new DirectAggregate<{ Namespace: string; Key: number; Id: string }>(components.counts);

/** The values that callers can filter by. At most three, because a row is counted 2^n times. */
export type Facets = { readonly [name: string]: string };

export interface Entry {
  /** The list's name, which is its table's. */
  readonly list: string;
  readonly facets: Facets;
  /** The sort key: ms since the epoch. */
  readonly key: number;
  readonly id: string;
}

export interface PageRequest {
  readonly list: string;
  /** Facets that are left out match all rows. */
  readonly filter: { readonly [name: string]: string | undefined };
  /** Exclusive bounds of the key. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface Page {
  /** Newest first, then by id, so that pages never overlap. */
  readonly ids: string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** Adds a row. Belongs in the mutation that inserts it. */
export async function add(ctx: MutationCtx, entry: Entry): Promise<void> {
  for (const namespace of namespacesOf(entry.list, entry.facets)) {
    await counts.insert(ctx, { namespace, key: entry.key, id: entry.id });
  }
}

/** Removes a row, with the facets and the key that it was added with. */
export async function remove(ctx: MutationCtx, entry: Entry): Promise<void> {
  for (const namespace of namespacesOf(entry.list, entry.facets)) {
    await counts.delete(ctx, { namespace, key: entry.key, id: entry.id });
  }
}

/** One page, in O(log n + page) at any offset. */
export async function page(ctx: QueryCtx, request: PageRequest): Promise<Page> {
  const namespace = namespaceOf(request.list, request.filter);
  const { since, until } = request;
  if (since !== undefined && until !== undefined && since >= until)
    return { ids: [], total: 0, hasMore: false };
  const bounds = {
    ...(since === undefined ? {} : { lower: { key: since, inclusive: false } }),
    ...(until === undefined ? {} : { upper: { key: until, inclusive: false } }),
  };
  const total = await counts.count(ctx, { namespace, bounds });
  // Counted first, because `at` throws past the end.
  if (request.offset >= total) return { ids: [], total, hasMore: false };
  const first =
    request.offset === 0 ? null : await counts.at(ctx, -(request.offset + 1), { namespace, bounds });
  const { page: items } = await counts.paginate(ctx, {
    namespace,
    bounds: first === null ? bounds : { ...bounds, upper: { key: first.key, id: first.id, inclusive: true } },
    order: "desc",
    pageSize: request.limit,
  });
  const ids = items.map((item) => item.id);
  return { ids, total, hasMore: request.offset + ids.length < total };
}

/** The number of rows with these facets, after `since` where it is given. */
export async function total(
  ctx: QueryCtx,
  list: string,
  filter: PageRequest["filter"] = {},
  since?: number,
): Promise<number> {
  const namespace = namespaceOf(list, filter);
  if (since === undefined) return await counts.count(ctx, { namespace });
  return await counts.count(ctx, { namespace, bounds: { lower: { key: since, inclusive: false } } });
}

function namespaceOf(list: string, filter: PageRequest["filter"]): string {
  const chosen = Object.entries(filter)
    .filter((facet): facet is [string, string] => facet[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [list, ...chosen.map(([name, value]) => `${name}=${value}`)].join("|");
}

function namespacesOf(list: string, facets: Facets): string[] {
  const subsets = Object.entries(facets).reduce<Facets[]>(
    (subsets, [name, value]) => [...subsets, ...subsets.map((subset) => ({ ...subset, [name]: value }))],
    [{}],
  );
  return subsets.map((subset) => namespaceOf(list, subset));
}
