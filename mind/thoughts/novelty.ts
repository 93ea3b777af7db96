/** How like a thought is to earlier thoughts and to what it was made of; its novelty is 1 less the greatest likeness. */
import { meaningSimilarity } from "../ranking/meaning";
import type { Idf } from "../ranking/idf";
import { termsOf } from "../text/tokens";
import { beginningOf } from "../text/truncate";

/** The contract's number of earlier thoughts that a new one is compared with. */
export const COMPARED_THOUGHTS = 200;
/** What a text is about shows in its beginning; a hundred long seeds stay cheap. UTF-16 units. */
const COMPARED_LENGTH = 2048;
/** A thought so like an earlier one is that thought again: two that have two seeds of three in common reach a half. */
export const REPEATED = 0.6;

/** What is compared of a text. */
export function comparedTerms(text: string): ReadonlySet<string> {
  return new Set(termsOf(beginningOf(text, COMPARED_LENGTH)));
}

/**
 * Similarity of two texts by their words, 0 to 1, symmetric: weighted Jaccard, the share by idf of all their terms that both
 * have. So a thought that repeats a seed reaches 1, and one that joins three equal seeds a third with each.
 */
export function wordSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>, idf: Idf): number {
  let shared = 0;
  let all = 0;
  for (const term of a) {
    const weight = idf(term);
    all += weight;
    if (b.has(term)) shared += weight;
  }
  for (const term of b) if (!a.has(term)) all += idf(term);
  return all === 0 ? 0 : shared / all;
}

/** Of two thoughts, 0 to 1: by their words, or where both have vectors the mean of that and their likeness in meaning. `baseline`: the cosine of unrelated texts in the model. */
export function thoughtSimilarity(byWords: number, cosine: number | null, baseline = 0): number {
  return cosine === null ? byWords : (byWords + meaningSimilarity(cosine, baseline)) / 2;
}
