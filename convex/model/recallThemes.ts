/** The themes that a tick or a reflection is shown: those that its cues speak of. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { SituationTheme } from "../mind/events/situation";
import { termsOf } from "../mind/language/tokens";

const LOOKED_AT = 24;
const MOST = 3;
/** A label says what a theme is about; its summary quotes whatever a member happens to say. */
const LABEL_WEIGHT = 4;

/** The themes that share most with the cues, by their labels first; without cues those that most memories stand behind. */
export async function themesFor(ctx: QueryCtx, cues: readonly string[]): Promise<SituationTheme[]> {
  const themes = await ctx.db.query("coreMemories").order("desc").take(LOOKED_AT);
  const terms = new Set(cues.flatMap(termsOf));
  const sharedWith = (text: string) => new Set(termsOf(text).filter((term) => terms.has(term))).size;
  const weight = ({ theme, summary, size }: Doc<"coreMemories">) =>
    cues.length === 0 ? size : LABEL_WEIGHT * sharedWith(theme) + sharedWith(`${theme} ${summary}`);
  return themes
    .map((row) => ({ row, weight: weight(row) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || b.row.size - a.row.size)
    .slice(0, MOST)
    .map(({ row: { theme, summary } }) => ({ theme, summary }));
}
