/** Searches of the text index. */
import { rarestTerms, type Idf } from "../../mind/ranking/idf";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ReadBudget } from "./readBudget";
import { type SearchFilter, type TimeSlice, passes } from "./searchFilter";

/** Convex takes sixteen words, the last of which is `END`. */
const MAX_WORDS = 15;
/** The most texts that a search of Convex returns; reading on throws. */
export const MAX_FOUND = 1_024;
/** Convex matches the last word of a query as a prefix. Stems are whole words, so the last is one that nobody writes. */
const END = "0q0z0q0z0q0z";
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A query for these terms, cut to the words that the index takes; null without words. */
export function indexQuery(terms: readonly string[]): string | null {
  // The index splits "1.5" and "2026-05-20" into words of their own.
  const words = terms.flatMap((term) => term.match(WORD) ?? []);
  return words.length === 0 ? null : [...words.slice(0, MAX_WORDS), END].join(" ");
}

/** What to ask the index for: a query's rarest terms; null where it has none. */
export function rarestWords(terms: readonly string[], idf: Idf): string | null {
  return indexQuery(rarestTerms(new Set(terms), idf, MAX_WORDS));
}

/** The texts of the space, scope, facet and slice with any of the words of an `indexQuery`, the best first, at most `MAX_FOUND`. */
export async function* matchesOf(
  ctx: QueryCtx,
  words: string,
  filter: SearchFilter,
  scope: string | undefined,
  slice: TimeSlice | null = null,
): AsyncGenerator<Doc<"searchDocuments">, void, undefined> {
  let found = 0;
  for await (const match of searched(ctx, words, filter, scope, slice)) {
    yield match;
    found += 1;
    if (found === MAX_FOUND) return;
  }
}

/**
 * The best `max` texts that pass the filter with any of the rarest of these terms; of each scope and time slice, where they are given. To be ranked
 * anew, since the index weighs words otherwise than mind/ranking/bm25.
 */
export async function textHits(
  ctx: QueryCtx,
  terms: readonly string[],
  idf: Idf,
  filter: SearchFilter,
  max: number,
  slices: readonly TimeSlice[] | null = null,
): Promise<Doc<"searchDocuments">[]> {
  const words = rarestWords(terms, idf);
  if (words === null) return [];
  const budget = new ReadBudget();
  const hits: Doc<"searchDocuments">[] = [];
  for (const scope of searchedScopes(filter))
    for (const slice of slices ?? [null]) {
      const end = hits.length + max;
      for await (const text of matchesOf(ctx, words, filter, scope, slice)) {
        budget.count([text]);
        if (passes(text, filter)) hits.push(text);
        if (hits.length === end || budget.spent) break;
      }
    }
  return hits;
}

/** The scopes to search one by one, because the index knows only equality; undefined for all. */
export function searchedScopes({ scopes }: SearchFilter): readonly (string | undefined)[] {
  return scopes ?? [undefined];
}

/** The best `max` texts of a scope with any of these terms, however long they are. One page takes one step of the database, not one a text. */
export async function pageWithTerms(
  ctx: QueryCtx,
  terms: readonly string[],
  filter: Pick<SearchFilter, "space" | "facet"> & { readonly scope: string },
  max: number,
): Promise<Doc<"searchDocuments">[]> {
  const words = indexQuery(terms);
  if (words === null) return [];
  return (await searched(ctx, words, filter, filter.scope, null).paginate({ numItems: max, cursor: null }))
    .page;
}

function searched(
  ctx: QueryCtx,
  words: string,
  { space, facet }: Pick<SearchFilter, "space" | "facet">,
  scope: string | undefined,
  slice: TimeSlice | null,
) {
  return ctx.db.query("searchDocuments").withSearchIndex("by_terms", (q) => {
    const inSpace = q.search("terms", words).eq("space", space);
    const passing = scope === undefined ? inSpace : inSpace.eq("scope", scope);
    const ofFacet = facet === undefined ? passing : passing.eq("facet", facet);
    return slice === null ? ofFacet : ofFacet.eq(slice.field, slice.value);
  });
}
