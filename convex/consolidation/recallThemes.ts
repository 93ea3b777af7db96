/** Selects the themes shown to a tick or a reflection. */
import { pruneNull } from "convex-helpers";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { termsOf } from "../../mind/text/tokens";
import * as Clusters from "./clusters";
import * as CoreMemories from "./coreMemories";

/** So many of the newest themes are candidates even if none of their memories was recalled. */
const NEWEST = 24;
const MAX_THEMES = 3;
/** So many of the largest are looked through for those of some scopes. */
const LARGEST = 24;
/** Words of the label count more: it names the theme's subject, while the summary quotes any words of its members. */
const LABEL_WEIGHT = 4;
/** A theme that shares no word with the queries is relevant when this many of its memories were recalled. */
const MIN_RECALLED = 2;

/**
 * The themes to show for these queries and recalled memories, of these scopes or of all. Candidates are the newest themes and
 * those of recalled memories. They are ranked by the words that they share with the queries, above all in their labels, and
 * by the number of recalled memories in them.
 */
export async function themesFor(
  ctx: QueryCtx,
  queries: readonly string[],
  recalled: readonly Pick<Doc<"memories">, "place">[],
  scopes?: readonly string[],
): Promise<Doc<"coreMemories">[]> {
  const places = recalled.map(({ place }) => place);
  const counts = await Clusters.memberCounts(ctx, places);
  const ofRecalled = await Promise.all([...counts.keys()].map((id) => CoreMemories.ofCluster(ctx, id)));
  const newest = await CoreMemories.newest(ctx, scopes, NEWEST);
  const rows = uniqueBy([...newest, ...pruneNull(ofRecalled)], ({ _id }) => _id);
  const terms = new Set(queries.flatMap(termsOf));
  const sharedWith = (text: string) => new Set(termsOf(text).filter((term) => terms.has(term))).size;
  return rows
    .map((row) => {
      const shared = LABEL_WEIGHT * sharedWith(row.theme) + sharedWith(`${row.theme} ${row.summary}`);
      return { row, shared, count: counts.get(row.clusterId) ?? 0 };
    })
    .filter(({ shared, count }) => shared > 0 || count >= MIN_RECALLED)
    .sort((a, b) => b.shared + b.count - (a.shared + a.count) || b.row.size - a.row.size)
    .slice(0, MAX_THEMES)
    .map(({ row }) => row);
}

/** The themes with the most members, of these scopes or of all. */
export async function largestThemes(
  ctx: QueryCtx,
  scopes: readonly string[] | undefined,
): Promise<Doc<"coreMemories">[]> {
  const rows = await CoreMemories.largest(ctx, LARGEST);
  return rows.filter(({ scope }) => scopes?.includes(scope) ?? true).slice(0, MAX_THEMES);
}
