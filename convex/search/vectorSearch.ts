/** Vector searches, which only actions can make. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { MemoryType } from "../../mind/enums";
import { vectorBytes, vectorOf } from "../../mind/ranking/packedVectors";
import { embedNow } from "../embeddings/embed";
import { filterValues } from "../embeddings/vectors";
import { bestEffort } from "../lib/bestEffort";
import { currentSettings } from "../lib/currentSettings";
import { keyOf } from "./queryVectors";
import { daysBetween, type SearchFilter } from "./searchFilter";
import type { Embedding } from "./semanticNeighbors";
import type { QueryHits, VectorHits } from "./vectorHits";

/**
 * How long a search may take. Right after a start, the vectors of a large memory are still being loaded, from a slow disk for
 * a minute. A read waits as long as for the query's vector. A write waits longer, because it is not repeated and would miss
 * hits for good. A job has nobody waiting for it.
 */
const MAX_WAIT_MS = { read: 2_000, write: 10_000, job: 120_000 };
type Purpose = keyof typeof MAX_WAIT_MS;

/** The most hits of one search: as many as are ranked. */
const MAX_HITS = 64;
/**
 * The limit if some hits may be discarded, because they are older than the window or belong to the same item: as many as
 * Convex returns.
 */
const MAX_CUT_HITS = 256;
/** Creation times always increase, so those of many memories stored at once get a little ahead of the clock. */
const AHEAD_MS = 60_000;
/** The most values of a filter in Convex. */
const MAX_VALUES = 64;

type Searcher = Pick<ActionCtx, "vectorSearch">;

export interface NearestSearch {
  readonly vector: number[];
  readonly limit: number;
  readonly field: keyof ReturnType<typeof filterValues>;
  /** Any of these values, at most 64. */
  readonly values: readonly string[];
}

/**
 * The nearest vectors of each search, nearest first. Null if the search fails or takes too long, which is logged.
 * @throws for a job, which is repeated if it fails
 */
export async function nearestVectors(
  ctx: Searcher,
  searches: readonly NearestSearch[],
  purpose: Purpose,
): Promise<Id<"vectors">[][] | null> {
  const search = () => within(Promise.all(searches.map((one) => nearest(ctx, one))), MAX_WAIT_MS[purpose]);
  return purpose === "job" ? await search() : await bestEffort("vectors were not searched", search);
}

async function nearest(
  ctx: Searcher,
  { vector, limit, field, values }: NearestSearch,
): Promise<Id<"vectors">[]> {
  // An "or" without values would match every vector.
  if (values.length === 0) return [];
  const found = await ctx.vectorSearch("vectors", "by_vector", {
    vector,
    limit,
    filter: (q) => q.or(...values.map((value) => q.eq(field, value))),
  });
  return found.map(({ _id }) => _id);
}

async function within<T>(promise: Promise<T>, maxMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`they did not come within ${maxMs / 1_000} s`)), maxMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The vectors of a scope's memories nearest to a vector, of one type or of any. None if the search fails or takes too long.
 * @throws in that case for a job
 */
export async function nearMemories(
  ctx: ActionCtx,
  purpose: "write" | "job",
  { model, vector }: Embedding,
  { scope, type, limit }: { readonly scope: string; readonly type?: MemoryType; readonly limit: number },
): Promise<Id<"vectors">[]> {
  const searches = searchesFor(model, { space: "memory", scopes: [scope], facet: type });
  const found = await nearestVectors(
    ctx,
    searches.map((search) => ({ ...search, vector, limit })),
    purpose,
  );
  return found?.flat() ?? [];
}

/**
 * The vectors nearest to a query that pass a filter. Null without a provider, or if it or the vector search fails or is slow:
 * then the search uses words only.
 */
export async function vectorHitsFor(
  ctx: ActionCtx,
  { query, ...filter }: SearchFilter & { readonly query: string },
): Promise<VectorHits | null> {
  const model = currentSettings().embedding?.model;
  if (model === undefined) return null;
  const vector = await queryVector(ctx, model, query);
  return vector === null ? null : await hitsNear(ctx, { model, vector }, filter);
}

/** The memories and passages of these scopes near each query; each query is embedded once. */
export async function hitsForQueries(
  ctx: ActionCtx,
  queries: readonly string[],
  scopes: SearchFilter["scopes"],
): Promise<QueryHits[]> {
  return await Promise.all(
    queries.map(async (query) => {
      const memory = await vectorHitsFor(ctx, { space: "memory", scopes, query });
      const knowledge = memory && (await hitsNear(ctx, memory, { space: "knowledge", scopes }));
      return { query, memory, knowledge };
    }),
  );
}

async function hitsNear(
  ctx: ActionCtx,
  { model, vector }: Pick<VectorHits, "model" | "vector">,
  filter: SearchFilter,
): Promise<VectorHits | null> {
  const searches = searchesFor(model, filter).map((search) => ({ ...search, vector: vectorOf(vector) }));
  const hits = await nearestVectors(ctx, searches, "read");
  return hits === null ? null : { model, vector, hits };
}

/** The query's vector, from the cache or the provider. */
async function queryVector(ctx: ActionCtx, model: string, query: string): Promise<ArrayBuffer | null> {
  const key = await keyOf(model, query);
  const known = await ctx.runQuery(internal.search.queryVectors.get, { key });
  if (known !== null) return known;
  const embedded = await embedNow(ctx, query, {
    use: "query",
    late: () => ctx.runMutation(internal.search.queryVectors.addLate, { key, text: query }),
  });
  if (embedded === null) return null;
  const vector = vectorBytes(embedded);
  await bestEffort("a query's vector was not cached", () =>
    ctx.scheduler.runAfter(0, internal.search.queryVectors.put, { key, vector }),
  );
  return vector;
}

/**
 * The vector searches for a filter: one, or for a time window in given scopes two, of its whole days and of the day in which
 * it begins.
 */
function searchesFor(
  model: string,
  { space, scopes, facet, since }: SearchFilter,
): Omit<NearestSearch, "vector">[] {
  const search = (field: NearestSearch["field"], days: readonly number[], limit: number) => ({
    field,
    values: days.flatMap((day) =>
      (scopes ?? [""]).map((scope) => filterValues(model, { space, scope, facet: facet ?? "", day })[field]),
    ),
    limit,
  });
  // The fields `bySpace`, `byScope` and `byFacet` ignore the day.
  if (scopes === undefined) {
    const isCut = facet !== undefined || since !== undefined || space === "knowledge";
    return [search("bySpace", [0], isCut ? MAX_CUT_HITS : MAX_HITS)];
  }
  const days = since === undefined ? [] : daysBetween(since, Date.now() + AHEAD_MS);
  if (days.length === 0 || days.length * scopes.length > MAX_VALUES) {
    const isCut = since !== undefined || space === "knowledge";
    return [search(facet === undefined ? "byScope" : "byFacet", [0], isCut ? MAX_CUT_HITS : MAX_HITS)];
  }
  const field = facet === undefined ? "byDay" : "byFacetAndDay";
  return [search(field, days.slice(0, -1), MAX_HITS), search(field, days.slice(-1), MAX_CUT_HITS)];
}
