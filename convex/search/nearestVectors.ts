/**
 * Searching vectors, and not waiting for them for ever. Right after a start the vectors of a large memory are still
 * being loaded, for seconds or, from a slow disk, for a minute.
 */
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { bestEffort } from "../lib/bestEffort";

/** How long a request that reads waits, as long as for a query's vector: in ms. */
const READ_WAIT_MS = 2_000;
/** One that writes is not asked again: what it overlooks stays so. */
const WRITE_WAIT_MS = 10_000;
/** Nobody waits for a job, and it has ten minutes. */
const JOB_WAIT_MS = 120_000;

type Searcher = Pick<ActionCtx, "vectorSearch">;

export interface NearestSearch {
  readonly vector: number[];
  readonly limit: number;
  readonly field: "bySpace" | "byFacet" | "byDay" | "byFacetAndDay";
  /** Any of these, 64 at most; of none there is nothing to be found. */
  readonly values: readonly string[];
}

/** The nearest of each search, nearest first; null, and the log says why, where they can't be had, or not in time. */
export async function nearestVectors(
  ctx: Searcher,
  searches: readonly NearestSearch[],
  { forWrite = false }: { readonly forWrite?: boolean } = {},
): Promise<Id<"vectors">[][] | null> {
  return await bestEffort("vectors were not searched", () =>
    nearestWithin(ctx, searches, forWrite ? WRITE_WAIT_MS : READ_WAIT_MS),
  );
}

/**
 * The nearest of a search, for a job that can't do without them and is taken up again where it failed.
 * @throws where they can't be had, or not in time
 */
export async function nearestForJob(ctx: Searcher, search: NearestSearch): Promise<Id<"vectors">[]> {
  return (await nearestWithin(ctx, [search], JOB_WAIT_MS)).flat();
}

async function nearestWithin(
  ctx: Searcher,
  searches: readonly NearestSearch[],
  mostMs: number,
): Promise<Id<"vectors">[][]> {
  return await within(Promise.all(searches.map((search) => nearestOf(ctx, search))), mostMs);
}

async function nearestOf(
  ctx: Searcher,
  { vector, limit, field, values }: NearestSearch,
): Promise<Id<"vectors">[]> {
  // An "or" of nothing would let every vector pass.
  if (values.length === 0) return [];
  const nearest = await ctx.vectorSearch("vectors", "by_vector", {
    vector,
    limit,
    filter: (q) => q.or(...values.map((value) => q.eq(field, value))),
  });
  return nearest.map(({ _id }) => _id);
}

/** What a promise comes to. Rejects where it takes longer: then nobody hears of it any more. */
async function within<T>(promise: Promise<T>, mostMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`they did not come within ${mostMs / 1_000} s`)), mostMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
