/** Whether two texts share a subject, or only words that any two texts may share: "please", "today", "need", a bare number. */
import { isTellingTerm } from "../language/weakWords";
import { pairSimilarity, type Profile } from "../../../mind/ranking/lexical";
import type { Idf } from "../../../mind/ranking/idf";

/** What is left of the likeness of two texts that share nothing else. */
const BY_CHANCE = 0.5;

/** By how much the likeness of two texts counts, for what belongs together: 1, or less where no term they share tells of a subject. */
export function subjectShare(a: Profile, b: Profile): number {
  const [small, large] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  for (const term of small.counts.keys()) if (large.counts.has(term) && isTellingTerm(term)) return 1;
  return BY_CHANCE;
}

/** How far two texts are about one thing, by their words, 0 to 1. Symmetric. */
export function subjectSimilarity(a: Profile, b: Profile, idf: Idf): number {
  const alike = pairSimilarity(a, b, idf);
  return alike === 0 ? 0 : alike * subjectShare(a, b);
}
