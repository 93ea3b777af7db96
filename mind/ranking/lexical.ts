/** Lexical similarity of two texts of one kind: shared terms by their rarity, and shared letters. Symmetric, 0 to 1. */
import { countsOf, termsOf } from "../text/tokens";
import type { Idf } from "./idf";

/** What is compared of a text; building one is linear in the text, comparing two in the smaller. */
export interface Profile {
  /** How often each term occurs. */
  readonly counts: ReadonlyMap<string, number>;
  /** Number of terms, repetitions counted. */
  readonly length: number;
  /**
   * Length of its tf-idf vector where that is known from when the text was stored: then only the terms that two texts
   * share need their weight looked up. Measured on conversations: a norm of that day ranks as well as one of today.
   */
  readonly norm?: number;
}

/** The profile of `text`. */
export function profileOf(text: string): Profile {
  const terms = termsOf(text);
  return { counts: countsOf(terms), length: terms.length };
}

/**
 * What of a text bears on others: its terms in order, as far as they are `sought` by those, and its norm as it was stored.
 * Compared with them it comes to the same as the whole, at the cost of what they share.
 */
export function profileFor(sought: ReadonlySet<string>, terms: readonly string[], norm: number): Profile {
  const counts = new Map<string, number>();
  for (const term of terms) if (sought.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length, norm };
}

/** Cosine of two texts' tf-idf vectors, 0 to 1, symmetric. */
export function tfIdfCosine(a: Profile, b: Profile, idf: Idf): number {
  const [small, large] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let dot = 0;
  for (const [term, count] of small.counts) {
    const other = large.counts.get(term);
    if (other !== undefined) dot += termWeight(count) * termWeight(other) * idf(term) ** 2;
  }
  if (dot === 0) return 0;
  return Math.min(1, dot / ((a.norm ?? tfIdfNorm(a, idf)) * (b.norm ?? tfIdfNorm(b, idf))));
}

function termWeight(count: number): number {
  return 1 + Math.log(count);
}

/** Length of a text's tf-idf vector. */
export function tfIdfNorm(profile: Profile, idf: Idf): number {
  let sum = 0;
  for (const [term, count] of profile.counts) sum += (termWeight(count) * idf(term)) ** 2;
  return Math.sqrt(sum);
}

/** Share of the letters in a pair's similarity: they see what stemming misses, compounds and typos. */
const LETTER_SHARE = 0.35;

/** Similarity of two texts of one kind, 0 to 1, symmetric: for duplicates, links and clusters. */
export function pairSimilarity(a: Profile, b: Profile, idf: Idf): number {
  return (1 - LETTER_SHARE) * tfIdfCosine(a, b, idf) + LETTER_SHARE * letterCosine(a, b, idf);
}

/** Cosine over the letter trigrams of the terms, each trigram as heavy as its term is rare. */
function letterCosine(a: Profile, b: Profile, idf: Idf): number {
  const [x, y] = [letterVector(a, idf), letterVector(b, idf)];
  const [small, large] = x.size <= y.size ? [x, y] : [y, x];
  let dot = 0;
  for (const [gram, weight] of small) dot += weight * (large.get(gram) ?? 0);
  if (dot === 0) return 0;
  return Math.min(1, dot / Math.sqrt(squares(x) * squares(y)));
}

function letterVector(profile: Profile, idf: Idf): Map<string, number> {
  const vector = new Map<string, number>();
  for (const [term, count] of profile.counts) {
    const padded = ` ${term} `;
    const grams = padded.length - 2;
    // A long word has many trigrams; together they weigh what the word does.
    const weight = (count * idf(term)) / Math.sqrt(grams);
    for (let i = 0; i < grams; i++) {
      const gram = padded.slice(i, i + 3);
      vector.set(gram, (vector.get(gram) ?? 0) + weight);
    }
  }
  return vector;
}

function squares(vector: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of vector.values()) sum += weight * weight;
  return sum;
}

// Below: what convex/mind/ still compares texts by. It goes with that folder.

const K1 = 0.9;
const B = 0.4;
const ORDINARY_LENGTH = 14;

/** How much of the query's weight the text answers to, 0 to 1. */
export function coverage(query: Profile, text: Profile, idf: Idf): number {
  const saturation = K1 * (1 - B + B * (text.length / Math.max(ORDINARY_LENGTH, query.length)));
  const saturated = (count: number): number => (count * (K1 + 1)) / (count + saturation);
  const atMost = Math.max(1, saturated(1));
  let [found, most] = [0, 0];
  for (const term of query.counts.keys()) {
    const count = text.counts.get(term) ?? 0;
    most += idf(term);
    if (count > 0) found += idf(term) * Math.min(atMost, saturated(count));
  }
  return most === 0 ? 0 : Math.min(1, found / most);
}

/** The mean of coverage and cosine. */
export function rawSimilarity(query: Profile, text: Profile, idf: Idf): number {
  return (coverage(query, text, idf) + tfIdfCosine(query, text, idf)) / 2;
}

/** A raw similarity on the scale on which 0.6 is two fifths. */
export function calibrated(raw: number): number {
  return raw ** (Math.log(0.6) / Math.log(0.4));
}
