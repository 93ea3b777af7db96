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

/** BM25's saturation and length normalisation, and the terms of a text of ordinary length, for two whole texts. */
const K1 = 0.9;
const B = 0.4;
const ORDINARY_LENGTH = 14;

/** How much of the weight of `source` the `target` holds, 0 to 1: BM25 as a share of the most that any text could get. */
export function coverage(source: Profile, target: Profile, idf: Idf): number {
  const saturation = K1 * (1 - B + B * (target.length / Math.max(ORDINARY_LENGTH, source.length)));
  const saturated = (count: number): number => (count * (K1 + 1)) / (count + saturation);
  const atMost = Math.max(1, saturated(1));
  let [found, most] = [0, 0];
  for (const term of source.counts.keys()) {
    const count = target.counts.get(term) ?? 0;
    most += idf(term);
    if (count > 0) found += idf(term) * Math.min(atMost, saturated(count));
  }
  return most === 0 ? 0 : Math.min(1, found / most);
}
