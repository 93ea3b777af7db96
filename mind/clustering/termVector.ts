/** A text's tf-idf vector at unit length: the product of two is their cosine. */
import type { Idf } from "../ranking/idf";

/** Distinct terms, the heaviest first, and their weights, each greater than 0. */
export interface TermVector {
  readonly terms: string[];
  readonly weights: number[];
}

/** Measured: 64 terms make clusters as good as all of them. */
const MAX_TERMS = 64;

/** `counts`: how often each term occurs in the text. Empty without terms. */
export function termVector(counts: ReadonlyMap<string, number>, idf: Idf): TermVector {
  const heaviest = [...counts]
    .map(([term, count]) => ({ term, weight: (1 + Math.log(count)) * idf(term) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_TERMS);
  const length = Math.sqrt(heaviest.reduce((sum, { weight }) => sum + weight * weight, 0));
  return {
    terms: heaviest.map(({ term }) => term),
    weights: heaviest.map(({ weight }) => weight / length),
  };
}
