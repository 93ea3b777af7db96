/** The themes that a tick or a reflection is shown. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { SituationTheme } from "../../mind/tick/situation";
import { termsOf } from "../../mind/text/tokens";
import * as CoreMemories from "./coreMemories";
import * as Neighbours from "./neighbours";

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
  const known = new Set(newest.map(({ _id }) => _id));
  const further = [...members.keys()].filter((id) => !known.has(id));
  const terms = new Set(cues.flatMap(termsOf));
  const sharedWith = (text: string) => new Set(termsOf(text).filter((term) => terms.has(term))).size;
  return [...newest, ...(await CoreMemories.byIds(ctx, further))]
    .map((row) => {
      const shared = LABEL_WEIGHT * sharedWith(row.theme) + sharedWith(`${row.theme} ${row.summary}`);
      return { row, shared, called: members.get(row._id) ?? 0 };
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
): Promise<Map<Id<"coreMemories">, number>> {
  const standings = await Neighbours.standingOf(
    ctx,
    memories.map(({ place }) => place),
  );
  const counts = new Map<Id<"coreMemories">, number>();
  for (const { theme } of standings) if (theme !== null) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return counts;
}

function shownOf({ theme, summary }: Doc<"coreMemories">): SituationTheme {
  return { theme, summary };
}
