/** The order of search results: similarity first, then how recent, important and present to the mind a memory is. */
import { unit } from "../unit";

/** What a result's relevance is made of, each 0 to 1; `similarity` and `context` less `meaningAlone` at most 1. */
export interface RelevanceParts {
  similarity: number;
  /** What of its similarity meaning vouches for and words don't: that finds a memory, and does not place it. */
  meaningAlone?: number;
  /** What its neighbours in time add; 0 where it stands alone. */
  context: number;
  recency: number;
  importance: number;
  salience: number;
  /** What is taken from a reflection that repeats a memory found beside it (`repetitionOf`); 0 of anything else. */
  repetition?: number;
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

/** Each part's contribution; added up in the order of `PARTS`, then `TAKEN`, they are the score. */
export type Contributions = Record<Part, Contribution> & { [part in Taken]?: Contribution };
export const PARTS = ["similarity", "context", "recency", "importance", "salience"] as const;
export type Part = (typeof PARTS)[number];
/** What is taken away, of the few results that have it. */
export const TAKEN = ["meaningAlone", "repetition"] as const;
type Taken = (typeof TAKEN)[number];

/** What each part adds to the contract's `relevanceScore`. Context weighs as similarity does: it is some of it. */
export function contributionsOf(parts: RelevanceParts): Contributions {
  const { meaningAlone = 0, repetition = 0 } = parts;
  const { similarity, recency, importance, salience } = RELEVANCE_WEIGHTS;
  return {
    similarity: weighed(parts.similarity, similarity),
    context: weighed(Math.min(parts.context, 1 - parts.similarity + meaningAlone), similarity),
    recency: weighed(parts.recency, recency),
    importance: weighed(parts.importance, importance),
    salience: weighed(parts.salience, salience),
    ...(meaningAlone > 0 ? { meaningAlone: weighed(meaningAlone, -similarity) } : {}),
    ...(repetition > 0 ? { repetition: weighed(repetition, -1) } : {}),
  };
}

/** The contract's `relevanceScore`, 0 to 1. */
export function relevanceOf(parts: RelevanceParts): number {
  const contributions = contributionsOf(parts);
  const sum = [...PARTS, ...TAKEN].reduce(
    (sofar, part) => sofar + (contributions[part]?.contribution ?? 0),
    0,
  );
  // A sum of fractions can miss 0 and 1 by its last bit.
  return unit(sum);
}

/** A result's match (similarity and context) and its relevance. */
export interface Standing {
  readonly match: number;
  readonly relevance: number;
}

/**
 * A memory that answers so much of what its reflection answers says it first hand; where it takes several memories to
 * answer, the reflection that puts them together comes first.
 */
const FIRST_HAND = 0.8;
/** So much under the memory that it repeats a reflection stands. */
const UNDER = 1e-6;

/**
 * What is to be taken from a reflection's relevance, so that it stands under each of the memories it rests on, among those
 * found, that answer nearly as well by themselves; 0 where it does already. A reflection is newer than what it repeats,
 * and its many words make it seem more important.
 */
export function repetitionOf(reflection: Standing, restsOn: readonly Standing[]): number {
  const repeated = restsOn.filter(({ match }) => match >= FIRST_HAND * reflection.match);
  const least = Math.min(...repeated.map(({ relevance }) => relevance));
  return reflection.relevance < least
    ? 0
    : Math.min(reflection.relevance, reflection.relevance - least + UNDER);
}

function weighed(value: number, weight: number): Contribution {
  return { value, weight, contribution: value * weight };
}
