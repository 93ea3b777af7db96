/** Texts that share the query's most telling words, from the text index. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Idf } from "../mind/similarity/rarity";
import { furtherTerms, questionProfile, tellingTerms } from "../mind/search/searchRanking";
import type { ReadAllowance } from "./readAllowance";
import { isInScope, type Scope, type Stretch } from "./searchWindow";

/** Convex takes sixteen words; one of them ends the query. */
const MOST_WORDS = 15;
/** Words in place of others, at most: the index walks through every text that has one. */
const MOST_FURTHER = 6;
/**
 * The index takes the last word for an unfinished one, and finds all words that begin with it. Ours are stems, all of
 * them finished: a word that nobody writes is put last.
 */
const END = "0q0z0q0z0q0z";
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The best `most` texts of the scope for the query's words, of each stretch of time. Null stretches: of all time. They
 * are to be ranked anew, for the index weighs words otherwise than `mind/similarity/lexical`.
 */
export async function textHits(
  ctx: QueryCtx,
  query: string,
  idf: Idf,
  scope: Scope,
  stretches: readonly Stretch[] | null,
  most: number,
  allowance: ReadAllowance,
): Promise<Doc<"texts">[]> {
  const text = indexQuery(query, idf);
  if (text === null) return [];
  const hits: Doc<"texts">[] = [];
  for (const stretch of stretches ?? [null]) {
    let found = 0;
    // A search leads to 1,024 texts at most: as many are looked through for those of the window.
    for await (const hit of matching(ctx, text, scope, stretch)) {
      allowance.count([hit]);
      if (isInScope(hit, scope)) {
        hits.push(hit);
        found += 1;
      }
      if (found === most || allowance.spent) break;
    }
  }
  return hits;
}

/** What to ask the index for: the query's most telling words, and what may stand in their place; null where it has none. */
export function indexQuery(query: string, idf: Idf): string | null {
  // The index splits "1.5" and "2026-05-20" into words of their own.
  const asked = questionProfile(query);
  const further = furtherTerms(asked, idf, MOST_FURTHER);
  const words = [...tellingTerms(asked.counts.keys(), idf, MOST_WORDS), ...further].flatMap(
    (term) => term.match(WORD) ?? [],
  );
  return words.length === 0 ? null : [...words.slice(0, MOST_WORDS), END].join(" ");
}

/** The texts with any of the words that `indexQuery` gives, the best first. */
export function matching(ctx: QueryCtx, text: string, { space, facet }: Scope, stretch: Stretch | null) {
  return ctx.db.query("texts").withSearchIndex("by_terms", (q) => {
    const inSpace = q.search("terms", text).eq("space", space);
    const ofFacet = facet === undefined ? inSpace : inSpace.eq("facet", facet);
    return stretch === null ? ofFacet : ofFacet.eq(stretch.field, stretch.value);
  });
}
