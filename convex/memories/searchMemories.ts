/** Searching: the query's vector, what lies near it, what answers, and what that does to the memories found. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { embedNow } from "../embeddings/embed";
import { vectorBytes, vectorOf } from "../../mind/ranking/packedVectors";
import type { MemoryType, Recency } from "../../mind/enums";
import type { SearchPage } from "./search";
import { daysBetween, type Scope } from "../search/scope";
import { keyOf } from "../search/queryVectors";
import type { VectorHits } from "../search/vectorHits";
import * as Vectors from "../embeddings/vectors";
import { nearestVectors, type NearestSearch } from "../search/nearestVectors";
import { bestEffort } from "../lib/bestEffort";

export interface MemoriesQuery {
  readonly query: string;
  readonly type?: MemoryType | undefined;
  /** Only later than this, in ms since the epoch. */
  readonly since?: number | undefined;
  /** Inclusive. */
  readonly minImportance?: number | undefined;
  /** Least similarity, inclusive. */
  readonly threshold: number;
  readonly limit: number;
  readonly offset: number;
}

const MS_PER_HOUR = 60 * 60 * 1000;
const WINDOWS_MS = { "1h": 1, "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } satisfies Record<Recency, number>;

/** The moment after which a search with this recency looks, in ms since the epoch. */
export function since(recency: Recency, now: number): number {
  return now - WINDOWS_MS[recency] * MS_PER_HOUR;
}

/** One page of the memories that answer a query; those it returns become more present. */
export async function searchMemories(ctx: ActionCtx, search: MemoriesQuery): Promise<SearchPage> {
  const { query, type, since } = search;
  const vectorHits = await vectorHitsFor(ctx, { space: "memory", query, facet: type, since });
  const now = Date.now();
  const found = await ctx.runQuery(internal.memories.searchFunctions.search, {
    ...search,
    now,
    vectorHits,
  });
  await touch(ctx, found);
  return found;
}

/** After the answer, and where that can't be written, as on a full disk, not at all: a read is served all the same. */
async function touch(ctx: ActionCtx, { results }: SearchPage): Promise<void> {
  const memoryIds = results.map(({ memory }) => memory._id);
  if (memoryIds.length === 0) return;
  await bestEffort("memories found by a search were not touched", () =>
    ctx.scheduler.runAfter(0, internal.memories.searchFunctions.touch, { memoryIds }),
  );
}

/** Hits of one search of vectors: as many as are ranked. */
const MAX_HITS = 64;
/** Where some may be of before the window: as many as Convex gives. */
const MAX_CUT_HITS = 256;
/** Moments rise strictly, so that of many memories made at once the last are dated a little ahead of the clock. */
const AHEAD_MS = 60_000;
/** Convex's most values of a filter. */
const MAX_DAYS = 64;

/**
 * What vectors say of a query about texts of a scope. Null, and words alone decide, without a provider, while it fails
 * or is slow, and where the vectors can't be searched in time. `most`: hits of each search of vectors, where the usual number
 * is not enough.
 */
export async function vectorHitsFor(
  ctx: ActionCtx,
  { query, most, ...scope }: Scope & { readonly query: string; readonly most?: number },
): Promise<VectorHits | null> {
  const model = currentSettings().embedding?.model;
  if (model === undefined) return null;
  const vector = await queryVector(ctx, model, query);
  if (vector === null) return null;
  return await hitsNear(ctx, { model, vector }, scope, most);
}

/**
 * What lies near a vector that is known already, such as one that was searched with before. Null where the vectors
 * can't be searched in time.
 */
export async function hitsNear(
  ctx: ActionCtx,
  { model, vector }: Pick<VectorHits, "model" | "vector">,
  scope: Scope,
  most?: number,
): Promise<VectorHits | null> {
  const searches = filtersFor(model, scope).map((filter) => ({
    ...filter,
    vector: vectorOf(vector),
    limit: most ?? filter.limit,
  }));
  const hits = await nearestVectors(ctx, searches);
  return hits === null ? null : { model, vector, hits };
}

/** The query's vector, kept from an earlier search or new. */
async function queryVector(ctx: ActionCtx, model: string, query: string): Promise<ArrayBuffer | null> {
  const key = await keyOf(model, query);
  const known = await ctx.runQuery(internal.search.queryVectors.get, { key });
  if (known !== null) return known;
  const embedded = await embedNow(ctx, query, {
    late: () => ctx.scheduler.runAfter(0, internal.embeddings.embed.embedQuery, { text: query, key }),
  });
  if (embedded === null) return null;
  const vector = vectorBytes(embedded);
  await bestEffort("a query's vector was not kept", () =>
    ctx.scheduler.runAfter(0, internal.search.queryVectors.put, { key, vector }),
  );
  return vector;
}

type Filter = Pick<NearestSearch, "field" | "values" | "limit">;

/** The searches for a scope: one; of a window, its whole days and, apart from them, the day in which it begins. */
function filtersFor(model: string, { space, facet, since }: Scope): Filter[] {
  const ofDay = (day: number) => Vectors.filterValues(model, { space, facet: facet ?? "", day });
  const days = since === undefined ? [] : daysBetween(since, Date.now() + AHEAD_MS);
  if (days.length === 0 || days.length > MAX_DAYS) {
    const limit = since === undefined ? MAX_HITS : MAX_CUT_HITS;
    const { bySpace, byFacet } = ofDay(0);
    return [
      facet === undefined
        ? { field: "bySpace", values: [bySpace], limit }
        : { field: "byFacet", values: [byFacet], limit },
    ];
  }
  const daily = (of: readonly number[], limit: number): Filter =>
    facet === undefined
      ? { field: "byDay", values: of.map((day) => ofDay(day).byDay), limit }
      : { field: "byFacetAndDay", values: of.map((day) => ofDay(day).byFacetAndDay), limit };
  return [daily(days.slice(0, -1), MAX_HITS), daily(days.slice(-1), MAX_CUT_HITS)].filter(
    ({ values }) => values.length > 0,
  );
}
