/** The similarity of a thought to earlier thoughts and to its seeds. Its novelty is one minus the greatest similarity. */
import type { Idf } from "../ranking/idf";
import { termsOf } from "../text/tokens";
import { beginningOf } from "../text/truncate";

/** The contract's number of earlier thoughts that a new one is compared with. */
export const COMPARED_THOUGHTS = 200;
/** The beginning shows the subject, and a hundred long seeds stay cheap. UTF-16 units. */
const COMPARED_LENGTH = 2048;
/** From this similarity a thought repeats an earlier one. Two thoughts with two of three seeds in common reach a half. */
export const REPEATED = 0.6;

export function comparedTerms(text: string): ReadonlySet<string> {
  return new Set(termsOf(beginningOf(text, COMPARED_LENGTH)));
}

/**
 * Weighted Jaccard, 0 to 1, symmetric: the share by idf of all terms that both texts have. A thought that repeats a seed reaches
 * 1; one that joins three seeds of the same length reaches a third with each.
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

/** 0 to 1: by words, averaged with the similarity in meaning where both have vectors. */
export function thoughtSimilarity(byWords: number, byMeaning: number | null): number {
  return byMeaning === null ? byWords : (byWords + byMeaning) / 2;
}
