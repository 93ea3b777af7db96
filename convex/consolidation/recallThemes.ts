/** The themes that a tick or a reflection is shown. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { SituationTheme } from "../../mind/tick/situation";
import { termsOf } from "../../mind/text/tokens";
import * as Clusters from "./clusters";
import * as CoreMemories from "./coreMemories";

/** The newest themes, which are looked at whatever is called to mind. */
const NEWEST = 24;
const MOST = 3;
/** A label says what a theme is about; its summary quotes whatever a member happens to say. */
const LABEL_WEIGHT = 4;
/** So many memories of a theme that shares no word with the cues make it what they are about. */
const LEAST_CALLED = 2;

/**
 * Of the themes of what is called to mind, and of the newest, those that share most with the cues, by their labels first, and that
 * most of what is called to mind belongs to. However many themes there are, what is called to mind leads to its own.
 */
export async function themesFor(
  ctx: QueryCtx,
  cues: readonly string[],
  called: readonly Pick<Doc<"memories">, "place">[],
): Promise<SituationTheme[]> {
  const members = await themesOf(ctx, called);
  const newest = await ctx.db.query("coreMemories").order("desc").take(NEWEST);
  const rows = new Map([...newest, ...members.keys()].map((row) => [row._id, row]));
  const calledIn = new Map([...members].map(([{ _id }, count]) => [_id, count]));
  const terms = new Set(cues.flatMap(termsOf));
  const sharedWith = (text: string) => new Set(termsOf(text).filter((term) => terms.has(term))).size;
  return [...rows.values()]
    .map((row) => {
      const shared = LABEL_WEIGHT * sharedWith(row.theme) + sharedWith(`${row.theme} ${row.summary}`);
      return { row, shared, called: calledIn.get(row._id) ?? 0 };
    })
    .filter(({ shared, called }) => shared > 0 || called >= LEAST_CALLED)
    .sort((a, b) => b.shared + b.called - (a.shared + a.called) || b.row.size - a.row.size)
    .slice(0, MOST)
    .map(({ row }) => shownOf(row));
}

/** The themes that most memories stand behind. */
export async function largestThemes(ctx: QueryCtx): Promise<SituationTheme[]> {
  return (await CoreMemories.largest(ctx, MOST)).map(shownOf);
}

/** How many of these memories each theme has. */
async function themesOf(
  ctx: QueryCtx,
  memories: readonly Pick<Doc<"memories">, "place">[],
): Promise<Map<Doc<"coreMemories">, number>> {
  const counts = await Clusters.countsOf(
    ctx,
    memories.map(({ place }) => place),
  );
  const themes = new Map<Doc<"coreMemories">, number>();
  for (const [clusterId, count] of counts) {
    const theme = await CoreMemories.ofCluster(ctx, clusterId);
    if (theme !== null) themes.set(theme, count);
  }
  return themes;
}

function shownOf({ theme, summary }: Doc<"coreMemories">): SituationTheme {
  return { theme, summary };
}
