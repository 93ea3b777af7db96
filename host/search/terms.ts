/** The words of a search text, cut as the text index cuts documents. */

/** Convex's limits on a search text: words beyond them are left out without an error, as there. */
const MAX_TERMS = 16;
/** In UTF-8. Convex's limit is 32, and a word must stay below it. */
const MAX_TERM_BYTES = 31;

/** Letters, digits and the marks on them, like the tokenizer of the index; so no term has a quote or an operator. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/**
 * One spelling for characters that Unicode can write in two ways, and for capitals: of these the tokenizer knows only those of
 * an old Unicode, and that a sigma has another form at the end of a word not at all.
 */
export function normalized(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/**
 * The distinct words of a search text in their order, as FTS5 is asked for them. The last one may be unfinished: it also stands
 * for every longer word that begins with it.
 */
export function searchTerms(text: string): string[] {
  const words = normalized(text).match(WORD) ?? [];
  const terms = words.filter((word) => Buffer.byteLength(word) <= MAX_TERM_BYTES).slice(0, MAX_TERMS);
  const last = terms.at(-1);
  return [...new Set(terms)].map((term) => (term === last ? `"${term}" *` : `"${term}"`));
}
