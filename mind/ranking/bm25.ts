/**
 * How well a text answers a query by its words: BM25 over stems (Robertson and Zaragoza 2009), with a little for words of
 * the query that stand together in the text too (Metzler and Croft 2005), and with what the texts around it say.
 */
import type { Idf } from "./idf";

/** BM25's saturation and length normalisation: the textbook's values for short texts. */
const K1 = 0.9;
const B = 0.4;
/** Terms in a text of ordinary length: a constant rather than a running mean, so that a score never changes by itself. */
const ORDINARY_LENGTH = 20;

/** Terms that follow one another in the query count as a pair where they stand this close in the text, in any order. */
const PAIR_DISTANCE = 4;
/**
 * What a pair counts, of its rarer term's weight at most. Recall among the first ten with and without: LoCoMo 74.9 / 74.7,
 * REALTALK 59.0 / 57.7, BEAM 67.4 / 65.2.
 */
const PAIR_WEIGHT = 0.15;

/**
 * Share of a term's frequency that each of the texts around lends to a text that lacks it: people tell things over several
 * turns. Recall among the first ten with and without: LoCoMo 74.9 / 65.9, REALTALK 59.0 / 57.2, BEAM 67.4 / 65.0.
 */
const LENT = 0.2;
/** How many texts lend on either side. */
export const ADJACENT = 2;

/** A text longer than this answers as a whole or by its best window: a sentence says no less for what stands around it. */
const LONG = 96;
const WINDOW = 64;

/** Distinct terms that are compared; only in scripts without spaces has a query of the greatest length more. */
const MOST_TERMS = 256;

/** A query as it is compared with texts. */
export interface Query {
  /** Its distinct terms, each with its number. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The weight of each term, by number. */
  readonly weights: readonly number[];
  /** The pairs that each term is in, by number. */
  readonly pairs: readonly (readonly Pair[])[];
  /** The score that nothing exceeds. */
  readonly most: number;
}

interface Pair {
  /** Numbers of terms. */
  readonly first: number;
  readonly second: number;
  readonly weight: number;
}

/** What a text holds of a query. */
export interface QueryHits {
  /** How often each of the query's terms occurs, by number. */
  readonly frequencies: readonly number[];
  /** Weight of the query's pairs that stand close together. */
  readonly pairWeight: number;
  /** BM25's k1 × (1 − b + b × length / ordinary length). */
  readonly saturation: number;
}

/** The query with these terms, in their order (`termsOf`). */
export function queryOf(terms: readonly string[], idf: Idf): Query {
  const distinct = [...new Set(terms)].slice(0, MOST_TERMS);
  const numbers = new Map(distinct.map((term, number) => [term, number]));
  const weights = distinct.map(idf);
  const pairs = new Map<string, Pair>();
  terms.slice(1).forEach((term, i) => {
    const [first, second] = [numbers.get(terms[i] ?? ""), numbers.get(term)];
    if (first === undefined || second === undefined || first === second) return;
    const weight = PAIR_WEIGHT * Math.min(weights[first] ?? 0, weights[second] ?? 0);
    pairs.set(`${first} ${second}`, { first, second, weight });
  });
  const most = sumOf(weights) + sumOf([...pairs.values()].map(({ weight }) => weight));
  const pairsOf = distinct.map((): Pair[] => []);
  for (const pair of pairs.values())
    for (const number of [pair.first, pair.second]) pairsOf[number]?.push(pair);
  return { numbers, weights, pairs: pairsOf, most };
}

/** What a text with these terms, in their order, holds of the query. Linear in the text. */
export function hitsIn(query: Query, terms: readonly string[]): QueryHits {
  const whole = hitsWithin(query, terms, 0, terms.length);
  if (terms.length <= LONG || whole.frequencies.every((frequency) => frequency === 0)) return whole;
  let [best, bestScore] = [whole, lexicalScore(query, whole)];
  for (let start = 0; start < terms.length - WINDOW / 2; start += WINDOW / 2) {
    const window = hitsWithin(query, terms, start, Math.min(start + WINDOW, terms.length));
    const score = lexicalScore(query, window);
    if (score > bestScore) [best, bestScore] = [window, score];
  }
  return best;
}

function hitsWithin(query: Query, terms: readonly string[], start: number, end: number): QueryHits {
  const { numbers, pairs } = query;
  const frequencies = new Array<number>(numbers.size).fill(0);
  const last = new Array<number>(numbers.size).fill(-Infinity);
  const close = new Set<Pair>();
  for (let at = start; at < end; at++) {
    const number = numbers.get(terms[at] ?? "");
    if (number === undefined) continue;
    frequencies[number] = (frequencies[number] ?? 0) + 1;
    last[number] = at;
    for (const pair of pairs[number] ?? []) {
      const other = pair.first === number ? pair.second : pair.first;
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
 * How much of the query a text answers, 0 to 1: BM25 as a share of the most that any text could get. `around`: what the
 * texts told just before and after hold of it; they lend what the text lacks, so they never lower the score.
 */
export function lexicalScore(query: Query, hits: QueryHits, around: readonly QueryHits[] = []): number {
  if (query.most === 0) return 0;
  let score = hits.pairWeight;
  query.weights.forEach((weight, number) => {
    const own = hits.frequencies[number] ?? 0;
    const frequency = own > 0 ? own : lent(around, number);
    if (frequency > 0) score += (weight * frequency) / (frequency + hits.saturation);
  });
  return Math.min(1, score / query.most);
}

function lent(around: readonly QueryHits[], number: number): number {
  let frequency = 0;
  for (const { frequencies, saturation } of around) {
    const held = frequencies[number] ?? 0;
    if (held > 0) frequency += (LENT * held) / (held + saturation);
  }
  return frequency;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
