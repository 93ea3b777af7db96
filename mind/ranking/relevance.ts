/** The order of search results: how well a memory answers, and a little for how recent, important and active it is. */
import { unit } from "../unit";

/** What a result's relevance is made of, each 0 to 1; `similarity + context` is at most 1. */
export interface RelevanceParts {
  similarity: number;
  /** What the texts told just before and after add; 0 where they hold nothing of the query. */
  context: number;
  recency: number;
  importance: number;
  salience: number;
}

/**
 * They add up to 1, so that relevance is a weighted mean. All but the first break ties: at 0.45 together they cost five
 * points of recall on BEAM.
 */
export const RELEVANCE_WEIGHTS = {
  similarity: 0.94,
  recency: 0.02,
  importance: 0.02,
  salience: 0.02,
} as const;

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

export const PARTS = ["similarity", "context", "recency", "importance", "salience"] as const;
/** Each part's contribution; added up in the order of `PARTS` they are the score. */
export type Contributions = Record<(typeof PARTS)[number], Contribution>;

/** What each part adds to the contract's `relevanceScore`. Context weighs as similarity does. */
export function contributionsOf(parts: RelevanceParts): Contributions {
  const { similarity, recency, importance, salience } = RELEVANCE_WEIGHTS;
  return {
    similarity: weighed(parts.similarity, similarity),
    context: weighed(parts.context, similarity),
    recency: weighed(parts.recency, recency),
    importance: weighed(parts.importance, importance),
    salience: weighed(parts.salience, salience),
  };
}

/** The contract's `relevanceScore`, 0 to 1. */
export function relevanceOf(parts: RelevanceParts): number {
  const contributions = contributionsOf(parts);
  // A sum of fractions can miss 0 and 1 by its last bit.
  return unit(PARTS.reduce((sum, part) => sum + contributions[part].contribution, 0));
}

function weighed(value: number, weight: number): Contribution {
  return { value, weight, contribution: value * weight };
}
