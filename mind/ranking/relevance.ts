/** Relevance of search results: similarity, with recency, importance and salience as tie-breakers. */
import { byWord } from "../enums";
import { unit } from "../unit";

export const PARTS = ["similarity", "context", "recency", "importance", "salience"] as const;
type Part = (typeof PARTS)[number];

/**
 * The parts of relevance, each 0 to 1; `similarity + context` is at most 1. Context is what adjacent texts add: 0 if they contain
 * nothing of the query.
 */
export type RelevanceParts = Record<Part, number>;

/**
 * The weights add up to 1, so relevance is a weighted mean. All but the first only break ties: at 0.45 together they cost
 * five points of recall on BEAM.
 */
export const RELEVANCE_WEIGHTS = {
  similarity: 0.94,
  recency: 0.02,
  importance: 0.02,
  salience: 0.02,
} as const;

const MS_PER_DAY = 86_400_000;
/** Recency halves each week: today stands out from last week, and all of last year is equally old. */
export const RECENCY_HALF_LIFE_MS = 7 * MS_PER_DAY;

/** 1 now, halved every `RECENCY_HALF_LIFE_MS`. A negative age (the clock was set back) counts as 0. */
export function recencyOf(ageMs: number): number {
  return 2 ** (-Math.max(0, ageMs) / RECENCY_HALF_LIFE_MS);
}

/** A part's share of the score: its value (0 to 1) times its weight. */
export interface Contribution {
  value: number;
  weight: number;
  contribution: number;
}

/** Context has the weight of similarity. */
const WEIGHTS = { ...RELEVANCE_WEIGHTS, context: RELEVANCE_WEIGHTS.similarity };

/** The contributions to the contract's `relevanceScore`, which is their sum. */
export function contributionsOf(parts: RelevanceParts): Record<Part, Contribution> {
  return byWord(PARTS, (part) => {
    const [value, weight] = [parts[part], WEIGHTS[part]];
    return { value, weight, contribution: value * weight };
  });
}

/** The contract's `relevanceScore`, 0 to 1. */
export function relevanceOf(parts: RelevanceParts): number {
  // The sum can exceed 1 by rounding.
  return unit(PARTS.reduce((sum, part) => sum + parts[part] * WEIGHTS[part], 0));
}
