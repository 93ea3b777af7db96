/** The words of a search text, cut as the text index cuts documents. */

/** Convex's limits on a search text: words beyond them are left out without an error, as there. */
const MAX_TERMS = 16;
/** In UTF-8. Convex's limit is 32, and a word must stay below it. */
const MAX_TERM_BYTES = 31;

/** Letters, digits and the marks on them, like the tokenizer of the index; so no term has a quote or an operator. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** One spelling for characters that Unicode can write in two ways. */
export function normalized(text: string): string {
  return text.normalize("NFC");
}

/**
 * The distinct words of a search text in their order, lower-cased, as FTS5 is asked for them. The last one may be unfinished:
 * it also stands for every longer word that begins with it.
 */
export function searchTerms(text: string): string[] {
  const words = (normalized(text).match(WORD) ?? [])
    .filter((word) => Buffer.byteLength(word) <= MAX_TERM_BYTES)
    .map((word) => word.toLowerCase());
  const terms = words.slice(0, MAX_TERMS);
  const last = terms.at(-1);
  return [...new Set(terms)].map((term) => (term === last ? `"${term}" *` : `"${term}"`));
}
