/** Selects the themes shown to a tick or a reflection. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { SituationTheme } from "../../mind/tick/situation";
import { termsOf } from "../../mind/text/tokens";
import * as Clusters from "./clusters";
import * as CoreMemories from "./coreMemories";

/** The newest themes are candidates whatever was recalled. */
const NEWEST = 24;
const MAX_THEMES = 3;
/** A label names a theme's subject; its summary quotes whatever a member happens to say. */
const LABEL_WEIGHT = 4;
/** A theme that shares no word with the queries is relevant when this many of its memories were recalled. */
const MIN_RECALLED = 2;

/**
 * Of the newest themes and those of the recalled memories: the ones that share most words with the queries, above all in
 * their labels, and that most recalled memories belong to. A recalled memory leads to its theme however many there are.
 */
export async function themesFor(
  ctx: QueryCtx,
  queries: readonly string[],
  recalled: readonly Pick<Doc<"memories">, "place">[],
): Promise<SituationTheme[]> {
  const ofRecalled = await themesOf(ctx, recalled);
  const newest = await ctx.db.query("coreMemories").order("desc").take(NEWEST);
  const rows = new Map([...newest, ...ofRecalled.map(({ row }) => row)].map((row) => [row._id, row]));
  const counts = new Map(ofRecalled.map(({ row, count }) => [row._id, count]));
  const terms = new Set(queries.flatMap(termsOf));
  const sharedWith = (text: string) => new Set(termsOf(text).filter((term) => terms.has(term))).size;
  return [...rows.values()]
    .map((row) => {
      const shared = LABEL_WEIGHT * sharedWith(row.theme) + sharedWith(`${row.theme} ${row.summary}`);
      return { row, shared, count: counts.get(row._id) ?? 0 };
    })
    .filter(({ shared, count }) => shared > 0 || count >= MIN_RECALLED)
    .sort((a, b) => b.shared + b.count - (a.shared + a.count) || b.row.size - a.row.size)
    .slice(0, MAX_THEMES)
    .map(({ row }) => toSituationTheme(row));
}

/** The themes with the most members. */
export async function largestThemes(ctx: QueryCtx): Promise<SituationTheme[]> {
  return (await CoreMemories.largest(ctx, MAX_THEMES)).map(toSituationTheme);
}

/** The themes of these memories, each with how many of them it has. */
async function themesOf(ctx: QueryCtx, memories: readonly Pick<Doc<"memories">, "place">[]) {
  const places = memories.map(({ place }) => place);
  const themes: { row: Doc<"coreMemories">; count: number }[] = [];
  for (const [clusterId, count] of await Clusters.memberCounts(ctx, places)) {
    const row = await CoreMemories.ofCluster(ctx, clusterId);
    if (row !== null) themes.push({ row, count });
  }
  return themes;
}

function toSituationTheme({ theme, summary }: Doc<"coreMemories">): SituationTheme {
  return { theme, summary };
}
