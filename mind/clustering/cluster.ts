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

/** What is kept of a cluster. */
export interface ClusterSums {
  /** The sum of the members' word vectors, the heaviest terms first. */
  readonly words: WordVector;
  /** The sum of the embeddings that members had when they joined, and how many these are. */
  readonly meaning: readonly number[];
  readonly embedded: number;
  readonly confidenceSum: number;
  /** Members that state something. */
  readonly statements: number;
  readonly size: number;
}

/** A theme is what at least so many memories share. */
const SMALLEST_THEME = 3;
/**
 * Of which so many state something, for a question alone is no knowledge. Questions apart from statements, or left out, would
 * put Banking77, two thirds of it questions, at .39 and .21 below the leader baseline of .45; this costs .02 there.
 */
const LEAST_STATEMENTS = 3;

/** Terms that are kept of a sum. On the open sets 64 cost nothing; 32 do. */
const MOST_TERMS = 128;
/** Where both sides have embeddings, meaning counts as much as words: with either alone clusters are worse. */
const WORDS_SHARE = 1 / 2;
/** Nothing is beyond doubt. */
const MOST_SURE = 0.99;

/** A cluster whose members come and go. */
export class Cluster {
  readonly #words: Map<string, number>;
  readonly #meaning: number[];
  readonly #baseline: number;
  #embedded: number;
  #confidenceSum: number;
  #statements: number;
  #size: number;

  /** `baseline`: what `baselineCosine` measures; it only matters to `likeness`. */
  constructor(baseline = 0, sums?: ClusterSums) {
    this.#baseline = baseline;
    this.#words = new Map(sums?.words.terms.map((term, i) => [term, sums.words.weights[i] ?? 0]));
    this.#meaning = [...(sums?.meaning ?? [])];
    this.#embedded = sums?.embedded ?? 0;
    this.#confidenceSum = sums?.confidenceSum ?? 0;
    this.#statements = sums?.statements ?? 0;
    this.#size = sums?.size ?? 0;
  }

  get size(): number {
    return this.#size;
  }

  get isTheme(): boolean {
    return this.#size >= SMALLEST_THEME && this.#statements >= LEAST_STATEMENTS;
  }

  /** Takes a memory in (1) or out again (−1), with the embedding that it had when it came. */
  count(point: Point, by: 1 | -1): void {
    const { terms, weights } = point.words;
    terms.forEach((term, i) => {
      const weight = (this.#words.get(term) ?? 0) + by * (weights[i] ?? 0);
      if (weight > ROUNDING) this.#words.set(term, weight);
      else this.#words.delete(term);
    });
    point.meaning?.forEach((value, i) => (this.#meaning[i] = (this.#meaning[i] ?? 0) + by * value));
    this.#embedded += point.meaning === null ? 0 : by;
    this.#confidenceSum += by * point.confidence;
    this.#statements += point.states ? by : 0;
    this.#size += by;
  }

  /**
   * The sum of a memory's likeness to every member: cosines of words, mixed with those of embeddings above the baseline.
   * Members without an embedding count as the others do.
   */
  likeness({ words, meaning }: Point): number {
    const byWords = words.terms.reduce(
      (sum, term, i) => sum + (words.weights[i] ?? 0) * (this.#words.get(term) ?? 0),
      0,
    );
    if (meaning === null || this.#embedded === 0) return byWords;
    const cosines = meaning.reduce((sum, value, i) => sum + value * (this.#meaning[i] ?? 0), 0);
    const byMeaning = (cosines / this.#embedded - this.#baseline) / (1 - this.#baseline);
    return WORDS_SHARE * byWords + (1 - WORDS_SHARE) * byMeaning * this.#size;
  }

  /**
   * How sure it is that there is a theme, 0 to 0.99: each member is a witness, as good as it is sure of itself and like
   * the others on average; it is as sure as that not all of them are wrong.
   */
  get confidence(): number {
    const size = this.#size;
    if (size < 2) return 0;
    let squares = 0;
    for (const weight of this.#words.values()) squares += weight * weight;
    // The squared length of a sum of unit vectors: every member's product with itself, 1, and with every other.
    const likeness = unit((squares - size) / (size * (size - 1)));
    const doubt = (1 - likeness * unit(this.#confidenceSum / size)) ** size;
    return Math.round(1_000 * Math.min(MOST_SURE, 1 - doubt)) / 1_000;
  }

  get sums(): ClusterSums {
    const heaviest = [...this.#words].sort((a, b) => b[1] - a[1]).slice(0, MOST_TERMS);
    return {
      words: { terms: heaviest.map(([term]) => term), weights: heaviest.map(([, weight]) => weight) },
      meaning: this.#embedded === 0 ? [] : this.#meaning,
      embedded: this.#embedded,
      confidenceSum: this.#confidenceSum,
      statements: this.#statements,
      size: this.#size,
    };
  }
}

/** What is left of a weight that was added and taken away. */
const ROUNDING = 1e-9;
