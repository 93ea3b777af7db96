/** Lexical similarity of two texts of the same kind, 0 to 1. */
import { countsOf, termsOf } from "../text/tokens";
import type { Idf } from "./idf";

/** The features of a text for comparison. Comparing two is linear in the smaller. */
export interface Profile {
  /** How often each term occurs. */
  readonly counts: ReadonlyMap<string, number>;
  /** Number of terms, repetitions counted. */
  readonly length: number;
  /**
   * Length of the tf-idf vector, if it was stored with the text. Then only shared terms need a weight. On conversations a
   * stored norm ranks as well as a current one.
   */
  readonly norm?: number;
}

/** The profile of `text`. */
export function profileOf(text: string): Profile {
  const terms = termsOf(text);
  return { counts: countsOf(terms), length: terms.length };
}

/**
 * The profile of a stored text restricted to the `sought` terms. It compares with texts of only these terms as the whole
 * profile does, at the cost of the shared terms.
 */
export function profileFor(sought: ReadonlySet<string>, terms: readonly string[], norm: number): Profile {
  const counts = new Map<string, number>();
  for (const term of terms) if (sought.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length, norm };
}

/** Cosine of the tf-idf vectors of two texts, 0 to 1. Symmetric. */
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

/** Length of the tf-idf vector of a text. */
export function tfIdfNorm(profile: Profile, idf: Idf): number {
  let sum = 0;
  for (const [term, count] of profile.counts) sum += (termWeight(count) * idf(term)) ** 2;
  return Math.sqrt(sum);
}
