/** Splits a search text into terms, as the text index splits documents. */

/** Convex's limits on a search text; as on Convex, further words are ignored without an error. */
const MAX_TERMS = 16;
/** In UTF-8. Convex's limit is 32, and a word must stay below it. */
const MAX_TERM_BYTES = 31;

/** Letters, digits and combining marks, like the index's tokenizer; so no term contains a quote or an operator. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/**
 * Normalizes Unicode composition and case. The tokenizer lowercases only characters of an old Unicode version, and does
 * not know the final form of sigma.
 */
export function normalized(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/**
 * The distinct terms of a search text in order, as FTS5 expressions. The last word may be unfinished, so it also matches
 * as a prefix.
 */
export function searchTerms(text: string): string[] {
  const words = normalized(text).match(WORD) ?? [];
  const terms = words.filter((word) => Buffer.byteLength(word) <= MAX_TERM_BYTES).slice(0, MAX_TERMS);
  const last = terms.at(-1);
  return [...new Set(terms)].map((term) => (term === last ? `"${term}" *` : `"${term}"`));
}
