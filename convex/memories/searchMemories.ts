/** Searching memories with vectors, where a provider is configured. What a search returns is recalled by it. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { Recency } from "../../mind/enums";
import { bestEffort } from "../lib/bestEffort";
import { vectorHitsFor } from "../search/vectorSearch";
import type { MemorySearch, SearchPage } from "./search";

const MS_PER_HOUR = 60 * 60 * 1000;
const WINDOW_HOURS = { "1h": 1, "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } satisfies Record<Recency, number>;

/** The beginning of the window of a search, in ms since the epoch. */
export function since(recency: Recency, now: number): number {
  return now - WINDOW_HOURS[recency] * MS_PER_HOUR;
}

/** One page of the memories that answer a query; the salience of those on it rises. */
export async function searchMemories(ctx: ActionCtx, search: MemorySearch): Promise<SearchPage> {
  const { query, scope, type, since } = search;
  const scopes = scope === undefined ? undefined : [scope];
  const vectorHits = await vectorHitsFor(ctx, { space: "memory", query, scopes, facet: type, since });
  const args = { ...search, now: Date.now(), vectorHits };
  const page = await ctx.runQuery(internal.memories.search.search, args);
  const memoryIds = page.results.map(({ memory }) => memory._id);
  // After the answer, and not at all where it can't be written, as on a full disk.
  if (memoryIds.length > 0)
    await bestEffort("memories found by a search were not touched", () =>
      ctx.scheduler.runAfter(0, internal.memories.search.touch, { memoryIds }),
    );
  return page;
}
