/** A query as it is asked of a space: its words, what may stand in their place, and how much each tells. */
import type { QueryCtx } from "../_generated/server";
import { questionProfile, termsAsked } from "../mind/search/searchRanking";
import { beginningOfMeant, meantBy } from "../mind/search/spelling";
import type { Profile } from "../../mind/ranking/lexical";
import { isHeard, type Idf } from "../../mind/ranking/idf";
import type { Space } from "../../mind/enums";
import * as Rarities from "./rarities";
import { TermLookups } from "./termLookups";

export interface Asked {
  readonly question: Profile;
  readonly idf: Idf;
}

/** Words of a query that are looked up as misspelt, and words in use that begin as one does. */
const MOST_MISSPELT = 3;
const MOST_ALIKE = 512;

/** `typed` where somebody wrote the query to search: then words that nobody has used are taken for misspelt ones. */
export async function asked(
  ctx: QueryCtx,
  space: Space,
  query: string,
  { typed = false }: { readonly typed?: boolean | undefined } = {},
): Promise<Asked> {
  const lookups = new TermLookups();
  const question = questionProfile(query);
  const idf = await Rarities.rarityOf(ctx, space, termsAsked(question), lookups);
  const meant = typed ? await meantIn(ctx, space, question, idf) : new Map<string, readonly string[]>();
  if (meant.size === 0) return { question, idf };
  const mended = { ...question, related: new Map([...(question.related ?? []), ...meant]) };
  return { question: mended, idf: await Rarities.rarityOf(ctx, space, termsAsked(mended), lookups) };
}

/** What the words of a question that nobody has used are meant for, as far as no other word stands for them. */
async function meantIn(
  ctx: QueryCtx,
  space: Space,
  { counts, related }: Profile,
  idf: Idf,
): Promise<Map<string, readonly string[]>> {
  const unheard = [...counts.keys()].filter(
    (term) => !isHeard(term, idf) && !(related?.get(term) ?? []).some((other) => isHeard(other, idf)),
  );
  const meant = new Map<string, readonly string[]>();
  for (const term of unheard.slice(0, MOST_MISSPELT)) {
    const beginning = beginningOfMeant(term);
    if (beginning === null) continue;
    const used = await ctx.db
      .query("terms")
      .withIndex("by_term", (q) =>
        q.eq("space", space).gte("term", beginning).lt("term", `${beginning}\uffff`),
      )
      .take(MOST_ALIKE);
    const words = meantBy(term, used);
    if (words.length > 0) meant.set(term, words);
  }
  return meant;
}
