/**
 * A cluster as sums over its members. One product with the sum of their vectors gives the sum of a memory's cosines to all
 * members, so no member has to be read.
 */
import { unit } from "../unit";
import type { TermVector } from "./termVector";

/** A memory as clustering compares it. */
export interface Point {
  readonly termVector: TermVector;
  /** Its embedding at unit length; null without one by the model in use. */
  readonly embedding: readonly number[] | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** False for a text that only asks questions. */
  readonly isStatement: boolean;
}

/** The stored form of a cluster: sums over its members. */
export interface ClusterSums {
  /** The heaviest terms first. */
  readonly termVector: TermVector;
  /** Over the members that had an embedding when they joined. */
  readonly embeddingSum: readonly number[];
  readonly embeddedCount: number;
  readonly confidenceSum: number;
  readonly statements: number;
  readonly size: number;
}

const EMPTY: ClusterSums = {
  termVector: { terms: [], weights: [] },
  embeddingSum: [],
  embeddedCount: 0,
  confidenceSum: 0,
  statements: 0,
  size: 0,
};

/**
 * A theme needs three statements, because questions alone are no knowledge. Clustering questions apart from statements, or
 * leaving them out, scores .39 and .21 on Banking77 (mostly questions), below the leader baseline of .45; this rule costs .02.
 */
const MIN_STATEMENTS = 3;
/** Terms stored of a sum. On the open data sets 64 cost nothing; 32 do. */
const MAX_TERMS = 128;
/** Terms and embeddings count the same where both exist: either alone makes worse clusters. */
const TERM_SHARE = 1 / 2;
/** No theme is certain. */
const MAX_CONFIDENCE = 0.99;
/** What floating point leaves of a weight that was added and subtracted. */
const ROUNDING = 1e-9;

/** A cluster that memories can join and leave. */
export class Cluster {
  readonly #weights: Map<string, number>;
  readonly #embeddingSum: number[];
  readonly #baseline: number;
  readonly #counts: { embeddedCount: number; confidenceSum: number; statements: number; size: number };

  /** `baseline`: from `sampledBaselineCosine`; only `similarity` uses it. */
  constructor(baseline = 0, sums = EMPTY) {
    const { termVector, embeddingSum, embeddedCount, confidenceSum, statements, size } = sums;
    this.#baseline = baseline;
    this.#weights = new Map(termVector.terms.map((term, i) => [term, termVector.weights[i] ?? 0]));
    this.#embeddingSum = [...embeddingSum];
    this.#counts = { embeddedCount, confidenceSum, statements, size };
  }

  get size(): number {
    return this.#counts.size;
  }

  get isTheme(): boolean {
    return this.#counts.statements >= MIN_STATEMENTS;
  }

  /** Adds a memory (1) or removes it (−1), with the embedding that it had when it joined. */
  accumulate({ termVector, embedding, confidence, isStatement }: Point, sign: 1 | -1): void {
    termVector.terms.forEach((term, i) => {
      const weight = (this.#weights.get(term) ?? 0) + sign * (termVector.weights[i] ?? 0);
      if (weight > ROUNDING) this.#weights.set(term, weight);
      else this.#weights.delete(term);
    });
    embedding?.forEach((value, i) => (this.#embeddingSum[i] = (this.#embeddingSum[i] ?? 0) + sign * value));
    this.#counts.embeddedCount += embedding === null ? 0 : sign;
    this.#counts.confidenceSum += sign * confidence;
    this.#counts.statements += isStatement ? sign : 0;
    this.#counts.size += sign;
  }

  /**
   * The sum of a memory's similarity to every member: cosines of terms, averaged with those of embeddings above the baseline.
   * Members without an embedding count as much as the average of those with one.
   */
  similarity({ termVector, embedding }: Point): number {
    const { embeddedCount, size } = this.#counts;
    const { terms, weights } = termVector;
    let byTerms = 0;
    // This is most of the time that a consolidation decides in.
    for (let i = 0; i < terms.length; i++)
      byTerms += (weights[i] ?? 0) * (this.#weights.get(terms[i] ?? "") ?? 0);
    if (embedding === null || embeddedCount <= 0) return byTerms;
    const cosine = sum(embedding, (value, i) => value * (this.#embeddingSum[i] ?? 0)) / embeddedCount;
    const byEmbedding = (size * (cosine - this.#baseline)) / (1 - this.#baseline);
    return TERM_SHARE * byTerms + (1 - TERM_SHARE) * byEmbedding;
  }

  /**
   * The confidence that there is a theme, 0 to 0.99: one minus the chance that every member is wrong. A member is right with
   * its own confidence times its average similarity to the others.
   */
  get confidence(): number {
    const { size, confidenceSum } = this.#counts;
    if (size < 2) return 0;
    // The squared length of a sum of unit vectors: each member's product with itself, 1, and with every other.
    const squares = sum([...this.#weights.values()], (weight) => weight * weight);
    const similarity = unit((squares - size) / (size * (size - 1)));
    const doubt = (1 - similarity * unit(confidenceSum / size)) ** size;
    return Math.round(1_000 * Math.min(MAX_CONFIDENCE, 1 - doubt)) / 1_000;
  }

  get sums(): ClusterSums {
    const heaviest = [...this.#weights].sort((a, b) => b[1] - a[1]).slice(0, MAX_TERMS);
    const termVector = {
      terms: heaviest.map(([term]) => term),
      weights: heaviest.map(([, weight]) => weight),
    };
    const embeddingSum = this.#counts.embeddedCount <= 0 ? [] : this.#embeddingSum;
    return { ...this.#counts, termVector, embeddingSum };
  }
}

function sum<T>(items: readonly T[], of: (item: T, i: number) => number): number {
  return items.reduce((total, item, i) => total + of(item, i), 0);
}
