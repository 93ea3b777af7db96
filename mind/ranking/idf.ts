/** Inverse document frequency, with a prior so that it works from the first memory on. */

/** The weight of a term, greater than 0. Rarer terms weigh more. */
export type Idf = (term: string) => number;

/** A term that occurs in no text. */
export const UNSEEN_TERM = "(unheard-of)";

/**
 * Few texts give no reliable counts. The prior is this many imagined texts, in which short words are common and long ones
 * rare, as in every language (Zipf's law of abbreviation). A hundred real texts outweigh it.
 */
const PRIOR_TEXTS = 50;
/** Share of the imagined texts that contain a word of length 0, and its exponential decay per letter. */
const PRIOR_SHARE = 0.04;
const PRIOR_DECAY = 0.45;

/** Imagined texts with a word, by the word's length. Cached, because every weight needs one and there are few lengths. */
const priorCounts: number[] = [];

function priorCount({ length }: string): number {
  return (priorCounts[length] ??= PRIOR_TEXTS * PRIOR_SHARE * Math.exp(-PRIOR_DECAY * length));
}

/**
 * BM25's idf with the prior, for a collection of `texts` texts, `textsWith(term)` of which contain the term. Slightly wrong
 * counts only shift a weight, even where a term has more texts than there are.
 */
export function idfOf(texts: number, textsWith: (term: string) => number): Idf {
  const total = Math.max(0, texts) + PRIOR_TEXTS;
  return (term) => {
    const holding = Math.min(total, Math.max(0, textsWith(term)) + priorCount(term));
    return Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
  };
}

/** The prior alone, before any text is counted. */
export const UNCOUNTED: Idf = idfOf(0, () => 0);

/** The `max` rarest of distinct `terms`, for a text index that limits the terms of a query. */
export function rarestTerms(terms: Iterable<string>, idf: Idf, max: number): string[] {
  return [...terms].sort((a, b) => idf(b) - idf(a)).slice(0, max);
}
