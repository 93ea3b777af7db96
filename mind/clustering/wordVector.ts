/** A text as a point among texts: its tf-idf vector at unit length, so that a product of two is their cosine. */
import type { Idf } from "../ranking/idf";

/** Distinct terms, the heaviest first, and their weights, each greater than 0. */
export interface WordVector {
  readonly terms: string[];
  readonly weights: number[];
}

/** What a long text is about shows in its heaviest terms: with 64 a cluster is as good as with all of them. */
const MOST_TERMS = 64;

/** The vector of a text whose terms occur so often; without terms it is empty. */
export function wordVector(counts: ReadonlyMap<string, number>, idf: Idf): WordVector {
  const heaviest = [...counts]
    .map(([term, count]) => ({ term, weight: (1 + Math.log(count)) * idf(term) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_TERMS);
  const length = Math.sqrt(heaviest.reduce((sum, { weight }) => sum + weight * weight, 0));
  return {
    terms: heaviest.map(({ term }) => term),
    weights: heaviest.map(({ weight }) => weight / length),
  };
}
