/**
 * Lexical relevance of a text to a query: BM25 over stems (Robertson and Zaragoza 2009), with a bonus for adjacent query
 * terms that are close in the text (Metzler and Croft 2005) and with terms borrowed from adjacent texts.
 */
import type { Idf } from "./idf";
import type { Spellings } from "./spellings";

/** BM25's saturation and length normalisation: textbook values for short texts. */
export const K1 = 0.9;
const B = 0.4;
/** Terms in a text of ordinary length. A running mean would change scores over time. */
const ORDINARY_LENGTH = 20;

/** Adjacent query terms count as a pair if the text has them within this distance, in any order. */
const PAIR_DISTANCE = 4;
/**
 * Weight of a pair, as a share of its weaker term's. Recall@10 with and without: LoCoMo 74.3 / 74.5, REALTALK 59.7 / 58.3,
 * BEAM 67.3 / 66.3.
 */
const PAIR_WEIGHT = 0.3;

/**
 * Share of a term's frequency that a text without the term borrows from each adjacent text, since people spread a topic
 * over several turns; more from what was told before it, which it may answer. Recall@10 with 0, with 0.2 on both sides and
 * with these: LoCoMo 65.6, 76.3, 78.4; REALTALK 58.0, 61.1, 61.3; BEAM 65.5, 67.3, 67.7.
 */
const ADJACENT_WEIGHTS = { before: 0.3, after: 0.2 } as const;
/** Adjacent texts to borrow from on either side. */
export const ADJACENT = 2;

/** What the texts told just before and just after a text have. */
export type Adjacent<T> = Readonly<Record<keyof typeof ADJACENT_WEIGHTS, readonly T[]>>;
export const NOTHING_ADJACENT: Adjacent<never> = { before: [], after: [] };

/** A text of more terms is scored as a whole or by its best window, so that length does not hide a relevant passage. */
export const LONG_TEXT = 96;
const WINDOW = 64;

/** Distinct query terms. Only a very long query in a script without spaces has more. */
const MAX_TERMS = 256;

/** A prepared query. Arrays are indexed by term. */
export interface Query {
  /** The index of each distinct term, and of its other spellings. */
  readonly indexes: ReadonlyMap<string, number>;
  /** How much another spelling counts, however often it occurs; less than 1. */
  readonly shares: ReadonlyMap<string, number>;
  readonly weights: readonly number[];
  /** The pairs that contain each term. */
  readonly pairsByTerm: readonly (readonly Pair[])[];
  /** Upper bound of every score. */
  readonly maxScore: number;
}

interface Pair {
  /** Indexes of terms. */
  readonly first: number;
  readonly second: number;
  readonly weight: number;
}

/** The occurrences of a query in a text. */
export interface QueryHits {
  /** How often each term occurs, by its index. */
  readonly frequencies: readonly number[];
  /** Total weight of the pairs that are close together. */
  readonly pairWeight: number;
  /** BM25's k1 × (1 − b + b × length / ordinary length). */
  readonly saturation: number;
}

/** Prepares a query from its terms in order (`termsOf`). `spellings`: of rare terms. */
export function queryOf(terms: readonly string[], idf: Idf, spellings: Spellings = new Map()): Query {
  const distinct = [...new Set(terms)].slice(0, MAX_TERMS);
  const indexes = new Map(distinct.map((term, index) => [term, index]));
  const weights = distinct.map(idf);
  const shares = new Map<string, number>();
  for (const [other, { term, likeness }] of spellings) {
    const index = indexes.get(term);
    if (index === undefined || indexes.has(other)) continue;
    indexes.set(other, index);
    shares.set(other, likeness ** 2);
  }
  const pairs = new Map<string, Pair>();
  terms.slice(1).forEach((term, i) => {
    const [first, second] = [indexes.get(terms[i] ?? ""), indexes.get(term)];
    if (first === undefined || second === undefined || first === second) return;
    const weight = PAIR_WEIGHT * Math.min(weights[first] ?? 0, weights[second] ?? 0);
    pairs.set(`${first} ${second}`, { first, second, weight });
  });
  const pairsByTerm = distinct.map((): Pair[] => []);
  for (const pair of pairs.values())
    for (const index of [pair.first, pair.second]) pairsByTerm[index]?.push(pair);
  const maxScore = sumOf(weights) + sumOf([...pairs.values()].map(({ weight }) => weight));
  return { indexes, shares, weights, pairsByTerm, maxScore };
}

/** The occurrences of the query in a text with these terms, in order. Linear in the text. */
export function hitsIn(query: Query, terms: readonly string[]): QueryHits {
  const whole = hitsWithin(query, terms, 0, terms.length);
  if (terms.length <= LONG_TEXT || whole.frequencies.every((frequency) => frequency === 0)) return whole;
  let [best, bestScore] = [whole, lexicalScore(query, whole)];
  for (let start = 0; start < terms.length - WINDOW / 2; start += WINDOW / 2) {
    const window = hitsWithin(query, terms, start, Math.min(start + WINDOW, terms.length));
    const score = lexicalScore(query, window);
    if (score > bestScore) [best, bestScore] = [window, score];
  }
  return best;
}

function hitsWithin(query: Query, terms: readonly string[], start: number, end: number): QueryHits {
  const { indexes, shares, pairsByTerm } = query;
  const frequencies = new Array<number>(query.weights.length).fill(0);
  const last = new Array<number>(query.weights.length).fill(-Infinity);
  const close = new Set<Pair>();
  for (let at = start; at < end; at++) {
    const term = terms[at] ?? "";
    const index = indexes.get(term);
    if (index === undefined) continue;
    const [share, frequency] = [shares.get(term), frequencies[index] ?? 0];
    frequencies[index] = share === undefined ? frequency + 1 : Math.max(frequency, share);
    last[index] = at;
    for (const pair of pairsByTerm[index] ?? []) {
      const other = pair.first === index ? pair.second : pair.first;
      if (at - (last[other] ?? -Infinity) <= PAIR_DISTANCE) close.add(pair);
    }
  }
  return {
    frequencies,
    pairWeight: sumOf([...close].map(({ weight }) => weight)),
    saturation: K1 * (1 - B + (B * (end - start)) / ORDINARY_LENGTH),
  };
}

/**
 * BM25 as a share of the query's maximum, 0 to 1. `adjacent`: the hits of the texts just before and after, from which the
 * text borrows the terms that it lacks. They never lower the score.
 */
export function lexicalScore(
  query: Query,
  hits: QueryHits,
  adjacent: Adjacent<QueryHits> = NOTHING_ADJACENT,
): number {
  if (query.maxScore === 0) return 0;
  let score = hits.pairWeight;
  query.weights.forEach((weight, index) => {
    const frequency = hits.frequencies[index] || borrowedFrequency(adjacent, index);
    if (frequency > 0) score += (weight * frequency) / (frequency + hits.saturation);
  });
  return Math.min(1, score / query.maxScore);
}

function borrowedFrequency({ before, after }: Adjacent<QueryHits>, index: number): number {
  return ADJACENT_WEIGHTS.before * heldBy(before, index) + ADJACENT_WEIGHTS.after * heldBy(after, index);
}

function heldBy(texts: readonly QueryHits[], index: number): number {
  return texts.reduce((sum, { frequencies, saturation }) => {
    const frequency = frequencies[index] ?? 0;
    return sum + frequency / (frequency + saturation);
  }, 0);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
