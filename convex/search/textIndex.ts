/** Searches of the text index. */
import { rarestTerms, type Idf } from "../../mind/ranking/idf";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ReadBudget } from "./readBudget";
import { type SearchFilter, type TimeSlice, passes } from "./searchFilter";

/** The index takes sixteen words, and the last is `END`. */
const MAX_WORDS = 15;
/** The most texts that a Convex search returns. Reading further throws. */
export const MAX_FOUND = 1_024;
/**
 * Convex matches the last word of a query as a prefix. Terms must match whole words, so every query ends with a word that
 * nobody writes.
 */
const END = "0q0z0q0z0q0z";
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** An index query for these terms, cut to the words that the index takes; null without words. */
export function indexQuery(terms: readonly string[]): string | null {
  // The index splits "1.5" and "2026-05-20" into words of their own.
  const words = terms.flatMap((term) => term.match(WORD) ?? []);
  return words.length === 0 ? null : [...words.slice(0, MAX_WORDS), END].join(" ");
}

/** An index query for the rarest of these terms; null without words. */
export function rarestWords(terms: readonly string[], idf: Idf): string | null {
  return indexQuery(rarestTerms(new Set(terms), idf, MAX_WORDS));
}

/** Texts of the space, scope, facet and time slice with any word of an `indexQuery`; best first, at most `MAX_FOUND`. */
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
 * The best `max` texts that pass the filter and have any of the rarest of these terms, for each given scope and time slice.
 * The caller ranks them again, since the index weighs words differently from mind/ranking/bm25.
 */
export async function textHits(
  ctx: QueryCtx,
  terms: readonly string[],
  idf: Idf,
  filter: SearchFilter,
  max: number,
  {
    slices = null,
    budget = new ReadBudget(),
  }: { readonly slices?: readonly TimeSlice[] | null; readonly budget?: ReadBudget } = {},
): Promise<Doc<"searchDocuments">[]> {
  const words = rarestWords(terms, idf);
  if (words === null) return [];
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

/** The scopes to search one after the other, because the index can only test equality; undefined stands for all. */
export function searchedScopes({ scopes }: SearchFilter): readonly (string | undefined)[] {
  return scopes ?? [undefined];
}

/**
 * The best `max` texts of a scope with any of these terms, however long. It reads them as one page, which is a single
 * database operation.
 */
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
    const ofScope = scope === undefined ? inSpace : inSpace.eq("scope", scope);
    const ofFacet = facet === undefined ? ofScope : ofScope.eq("facet", facet);
    return slice === null ? ofFacet : ofFacet.eq(slice.field, slice.value);
  });
}
