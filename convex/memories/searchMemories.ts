/** Searches memories, with vectors if a provider is configured. Returned memories count as recalled. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { Recency } from "../../mind/enums";
import { vectorHitsFor } from "../search/vectorSearch";
import type { MemorySearch, SearchPage } from "./search";
import { touchLater } from "./touches";

const MS_PER_HOUR = 60 * 60 * 1000;
const WINDOW_HOURS = { "1h": 1, "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } satisfies Record<Recency, number>;

/** The start of a search's time window, in ms since the epoch. */
export function since(recency: Recency, now: number): number {
  return now - WINDOW_HOURS[recency] * MS_PER_HOUR;
}

/** One page of the memories that answer a query. Their salience rises. */
export async function searchMemories(ctx: ActionCtx, search: MemorySearch): Promise<SearchPage> {
  const { query, scope, type, since } = search;
  const scopes = scope === undefined ? undefined : [scope];
  const vectorHits = await vectorHitsFor(ctx, { space: "memory", query, scopes, facet: type, since });
  const args = { ...search, now: Date.now(), vectorHits };
  const page = await ctx.runQuery(internal.memories.search.search, args);
  await touchLater(
    ctx,
    page.results.map(({ memory }) => memory),
  );
  return page;
}
