/** Inverse document frequency: how much a term tells, sensible from the first memory on. */

/** A term's weight, greater than 0; the rarer it is among what is stored, the greater. */
export type Idf = (term: string) => number;

/** A term that no text holds. */
export const UNSEEN_IDF = "(unheard-of)";

/**
 * Before much is stored its counts mean little, so they start from this many imagined texts in which short words are
 * common and long ones rare, as in every language (Zipf's law of abbreviation). A hundred real texts outweigh them.
 */
const PRIOR_TEXTS = 50;
/** Share of the imagined texts that hold a word of no length, and how fast that share falls with each letter. */
const PRIOR_SHARE = 0.04;
const PRIOR_FALL = 0.45;

/** Of the imagined texts so many hold a word of this length. Every weight asks, and there are few lengths. */
const imaginedByLength: number[] = [];

function imaginedHolding({ length }: string): number {
  return (imaginedByLength[length] ??= PRIOR_TEXTS * PRIOR_SHARE * Math.exp(-PRIOR_FALL * length));
}

/**
 * The weights in a collection of `texts` texts, `textsWith(term)` of which hold the term: BM25's idf with a prior.
 * Counts that are off by a little (or a term counted more often than there are texts) only shift a weight.
 */
export function idfOf(texts: number, textsWith: (term: string) => number): Idf {
  const total = Math.max(0, texts) + PRIOR_TEXTS;
  return (term) => {
    const holding = Math.min(total, Math.max(0, textsWith(term)) + imaginedHolding(term));
    return Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
  };
}

/** How much a word tells before anything is counted. */
export const UNCOUNTED: Idf = idfOf(0, () => 0);

/** The `most` rarest of distinct `terms`: what to ask a text index that takes only so many. */
export function rarestTerms(terms: Iterable<string>, idf: Idf, most: number): string[] {
  return [...terms].sort((a, b) => idf(b) - idf(a)).slice(0, most);
}
