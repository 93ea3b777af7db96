/**
 * A cluster as the sum of its members' vectors. The sum of a memory's cosines to all members is one product with it, so
 * that neither members nor pairs of them have to be read.
 */
import { unit } from "../unit";
import type { WordVector } from "./wordVector";

/** What is compared of a memory. */
export interface Point {
  readonly words: WordVector;
  /** Its embedding at unit length; null without one of the model in use. */
  readonly meaning: readonly number[] | null;
  /** How sure the memory is, 0 to 1. */
  readonly confidence: number;
  /** Whether it states something: false for a text that only asks. */
  readonly states: boolean;
}

/** What is kept of a cluster: sums over its members. */
export interface ClusterSums {
  /** Of their word vectors, the heaviest terms first. */
  readonly words: WordVector;
  /** Of the embeddings that some had when they joined. */
  readonly meaning: readonly number[];
  readonly embedded: number;
  readonly confidenceSum: number;
  /** Members that state something. */
  readonly statements: number;
  readonly size: number;
}

const NONE: ClusterSums = {
  words: { terms: [], weights: [] },
  meaning: [],
  embedded: 0,
  confidenceSum: 0,
  statements: 0,
  size: 0,
};

/**
 * A theme is what three memories share that state something; a question alone is no knowledge. Questions apart from
 * statements, or left out, would put Banking77, most of it questions, at .39 and .21, below the leader baseline of .45; this
 * costs .02 there.
 */
const LEAST_STATEMENTS = 3;
/** Terms that are kept of a sum. On the open sets 64 cost nothing; 32 do. */
const MOST_TERMS = 128;
/** Where both sides have embeddings, meaning counts as much as words: with either alone clusters are worse. */
const WORDS_SHARE = 1 / 2;
/** Nothing is beyond doubt. */
const MOST_SURE = 0.99;
/** What is left of a weight that was added and taken away. */
const ROUNDING = 1e-9;

/** A cluster whose members come and go. */
export class Cluster {
  readonly #words: Map<string, number>;
  readonly #meaning: number[];
  readonly #baseline: number;
  readonly #counts: { embedded: number; confidenceSum: number; statements: number; size: number };

  /** `baseline`: what `baselineCosine` measures; it only matters to `likeness`. */
  constructor(baseline = 0, { words, meaning, embedded, confidenceSum, statements, size } = NONE) {
    this.#baseline = baseline;
    this.#words = new Map(words.terms.map((term, i) => [term, words.weights[i] ?? 0]));
    this.#meaning = [...meaning];
    this.#counts = { embedded, confidenceSum, statements, size };
  }

  get size(): number {
    return this.#counts.size;
  }

  get isTheme(): boolean {
    return this.#counts.statements >= LEAST_STATEMENTS;
  }

  /** Takes a memory in (1) or out again (−1), with the embedding that it had when it came. */
  count({ words, meaning, confidence, states }: Point, by: 1 | -1): void {
    words.terms.forEach((term, i) => {
      const weight = (this.#words.get(term) ?? 0) + by * (words.weights[i] ?? 0);
      if (weight > ROUNDING) this.#words.set(term, weight);
      else this.#words.delete(term);
    });
    meaning?.forEach((value, i) => (this.#meaning[i] = (this.#meaning[i] ?? 0) + by * value));
    this.#counts.embedded += meaning === null ? 0 : by;
    this.#counts.confidenceSum += by * confidence;
    this.#counts.statements += states ? by : 0;
    this.#counts.size += by;
  }

  /**
   * The sum of a memory's likeness to every member: cosines of words, mixed with those of embeddings above the baseline.
   * Members without an embedding count as the others do.
   */
  likeness({ words, meaning }: Point): number {
    const { embedded, size } = this.#counts;
    const byWords = sum(words.terms, (term, i) => (words.weights[i] ?? 0) * (this.#words.get(term) ?? 0));
    if (meaning === null || embedded <= 0) return byWords;
    const cosine = sum(meaning, (value, i) => value * (this.#meaning[i] ?? 0)) / embedded;
    const byMeaning = (size * (cosine - this.#baseline)) / (1 - this.#baseline);
    return WORDS_SHARE * byWords + (1 - WORDS_SHARE) * byMeaning;
  }

  /**
   * How sure it is that there is a theme, 0 to 0.99: each member is a witness, as good as it is sure of itself and like
   * the others on average; it is as sure as that not all of them are wrong.
   */
  get confidence(): number {
    const { size, confidenceSum } = this.#counts;
    if (size < 2) return 0;
    // The squared length of a sum of unit vectors: every member's product with itself, 1, and with every other.
    const squares = sum([...this.#words.values()], (weight) => weight * weight);
    const likeness = unit((squares - size) / (size * (size - 1)));
    const doubt = (1 - likeness * unit(confidenceSum / size)) ** size;
    return Math.round(1_000 * Math.min(MOST_SURE, 1 - doubt)) / 1_000;
  }

  get sums(): ClusterSums {
    const heaviest = [...this.#words].sort((a, b) => b[1] - a[1]).slice(0, MOST_TERMS);
    const words = { terms: heaviest.map(([term]) => term), weights: heaviest.map(([, weight]) => weight) };
    return { ...this.#counts, words, meaning: this.#counts.embedded <= 0 ? [] : this.#meaning };
  }
}

function sum<T>(items: readonly T[], of: (item: T, i: number) => number): number {
  return items.reduce((total, item, i) => total + of(item, i), 0);
}
