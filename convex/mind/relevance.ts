/** The order of search results: similarity first, then how recent, important and present to the mind a memory is. */

/** What a result's relevance is made of, each 0 to 1; `similarity` and `context` together at most 1. */
export interface RelevanceParts {
  similarity: number;
  /** What its neighbours in time add; 0 where it stands alone. */
  context: number;
  recency: number;
  importance: number;
  salience: number;
}

/** They add up to 1, so that relevance is a weighted mean. Measured: with importance the right memory stands higher. */
export const RELEVANCE_WEIGHTS = { similarity: 0.55, recency: 0.15, importance: 0.2, salience: 0.1 } as const;

const MS_PER_DAY = 86_400_000;
/** A memory is half as recent each week: today's stand out from last week's, last year's are all old alike. */
export const RECENCY_HALF_LIFE_MS = 7 * MS_PER_DAY;

/** 1 now, halving every `RECENCY_HALF_LIFE_MS`. An age below 0 (a clock that went back) is 0. */
export function recencyOf(ageMs: number): number {
  return 2 ** (-Math.max(0, ageMs) / RECENCY_HALF_LIFE_MS);
}

/** What a part adds to the score: its value, 0 to 1, times its weight. */
export interface Contribution {
  value: number;
  weight: number;
  contribution: number;
}

/** Each part's contribution; added up in the order of `PARTS` they are the score. */
export type Contributions = Record<Part, Contribution>;
export const PARTS = ["similarity", "context", "recency", "importance", "salience"] as const;
export type Part = (typeof PARTS)[number];

/** What each part adds to the contract's `relevanceScore`. Context weighs as similarity does: it is some of it. */
export function contributionsOf(parts: RelevanceParts): Contributions {
  const { similarity, recency, importance, salience } = RELEVANCE_WEIGHTS;
  return {
    similarity: weighed(parts.similarity, similarity),
    context: weighed(Math.min(parts.context, 1 - parts.similarity), similarity),
    recency: weighed(parts.recency, recency),
    importance: weighed(parts.importance, importance),
    salience: weighed(parts.salience, salience),
  };
}

/** The contract's `relevanceScore`, 0 to 1. */
export function relevanceOf(parts: RelevanceParts): number {
  const contributions = contributionsOf(parts);
  const sum = PARTS.reduce((sofar, part) => sofar + contributions[part].contribution, 0);
  // A sum of fractions can miss 1 by its last bit.
  return Math.min(1, sum);
}

function weighed(value: number, weight: number): Contribution {
  return { value, weight, contribution: value * weight };
}
