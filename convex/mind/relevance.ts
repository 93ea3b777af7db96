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

/** The contract's `relevanceScore`, 0 to 1. */
export function relevanceOf(parts: RelevanceParts): number {
  const score =
    RELEVANCE_WEIGHTS.similarity * Math.min(1, parts.similarity + parts.context) +
    RELEVANCE_WEIGHTS.recency * parts.recency +
    RELEVANCE_WEIGHTS.importance * parts.importance +
    RELEVANCE_WEIGHTS.salience * parts.salience;
  return Math.min(1, Math.max(0, score));
}
