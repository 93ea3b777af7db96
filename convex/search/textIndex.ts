/** The text index: the words it is asked for, and as many of the texts with them as one search of Convex leads to. */
import { rarestTerms, type Idf } from "../../mind/ranking/idf";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ReadBudget } from "./readBudget";
import { type Scope, type TimeSlice, isInScope } from "./scope";

/** Convex takes sixteen words; one of them ends the query. */
export const MAX_WORDS = 15;
/** Convex leads to so many texts, and throws where the next is asked for. */
export const MAX_FOUND = 1_024;
/**
 * The index takes the last word for an unfinished one, and finds all words that begin with it. Ours are stems, all of
 * them finished: a word that nobody writes is put last.
 */
const END = "0q0z0q0z0q0z";
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** What to ask the index for: these terms, as far as it takes so many words; null where there are none. */
export function indexQuery(terms: readonly string[]): string | null {
  // The index splits "1.5" and "2026-05-20" into words of their own.
  const words = terms.flatMap((term) => term.match(WORD) ?? []);
  return words.length === 0 ? null : [...words.slice(0, MAX_WORDS), END].join(" ");
}

/** The texts of the space, facet and slice with any of the words of an `indexQuery`, the best first: 1,024 at most. */
export async function* matchesOf(
  ctx: QueryCtx,
  text: string,
  scope: Scope,
  slice: TimeSlice | null = null,
): AsyncGenerator<Doc<"searchDocuments">, void, undefined> {
  const matches = searched(ctx, text, scope, slice);
  let found = 0;
  for await (const match of matches) {
    yield match;
    found += 1;
    if (found === MAX_FOUND) return;
  }
}

/** The best `most` texts of the scope with any of these terms, as many as one step of a search may read. */
export async function documentsWithTerms(
  ctx: QueryCtx,
  terms: readonly string[],
  scope: Scope,
  most: number,
): Promise<Doc<"searchDocuments">[]> {
  const text = indexQuery(terms);
  return text === null ? [] : await new ReadBudget().take(matchesOf(ctx, text, scope), most);
}

/** As `documentsWithTerms`, however long these texts are: a page is one step of the database, where each text is one otherwise. */
export async function pageWithTerms(
  ctx: QueryCtx,
  terms: readonly string[],
  scope: Scope,
  most: number,
): Promise<Doc<"searchDocuments">[]> {
  const text = indexQuery(terms);
  if (text === null) return [];
  return (await searched(ctx, text, scope, null).paginate({ numItems: most, cursor: null })).page;
}

function searched(ctx: QueryCtx, text: string, { space, facet }: Scope, slice: TimeSlice | null) {
  return ctx.db.query("searchDocuments").withSearchIndex("by_terms", (q) => {
    const inSpace = q.search("terms", text).eq("space", space);
    const ofFacet = facet === undefined ? inSpace : inSpace.eq("facet", facet);
    return slice === null ? ofFacet : ofFacet.eq(slice.field, slice.value);
  });
}

/** What to ask the text index for: a query's rarest terms; null where it has none. */
export function rarestWords(terms: readonly string[], idf: Idf): string | null {
  return indexQuery(rarestTerms(new Set(terms), idf, MAX_WORDS));
}

/**
 * The best `most` texts of the scope for the `words` of an `indexQuery`, of each time slice; null is all time. They are to be ranked anew, for the index weighs words otherwise than `mind/ranking/bm25`.
 */
export async function textHits(
  ctx: QueryCtx,
  words: string,
  scope: Scope,
  slices: readonly TimeSlice[] | null,
  most: number,
): Promise<Doc<"searchDocuments">[]> {
  const budget = new ReadBudget();
  const hits: Doc<"searchDocuments">[] = [];
  for (const slice of slices ?? [null]) {
    const atEnd = hits.length + most;
    for await (const text of matchesOf(ctx, words, scope, slice)) {
      budget.count([text]);
      if (isInScope(text, scope)) hits.push(text);
      if (hits.length === atEnd || budget.spent) break;
    }
  }
  return hits;
}
