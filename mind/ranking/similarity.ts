/** Similarity in search: words and meaning combined, on the contract's scale, where 0.6 is the default threshold. */

/**
 * Cosines are larger than shares of BM25, which seldom reach a half even for an answer. Recall@5 with all-MiniLM-L6-v2 by
 * words and with a share of 0.2, 0.25 and 0.3: LoCoMo 66.9, 69.0, 69.4, 69.8; REALTALK 52.2, 53.4, 53.8, 53.8; BEAM 57.4,
 * 62.8, 63.9, 64.1; with 0.3 REALTALK loses at 10. Left out one conversation at a time, the others choose 0.2 or 0.25.
 * Reciprocal rank fusion with equal weights was worse than the better arm alone.
 */
const MEANING_SHARE = 0.25;

/** Words and meaning as one score; words alone without a vector (`meaning` null). All 0 to 1. */
export function fused(lexical: number, meaning: number | null): number {
  return meaning === null ? lexical : (1 - MEANING_SHARE) * lexical + MEANING_SHARE * meaning;
}

/**
 * A text borrows this share of what an adjacent one is closer to the query in meaning. Recall@10 with and without, at a share
 * of 0.25: LoCoMo 81.0 / 79.1, REALTALK 61.6 / 60.8, BEAM 71.6 / 71.5.
 */
const ADJACENT_MEANING = 0.2;

/** The meaning of a text in its context: its own, and a part of what the closest adjacent one exceeds it by. */
export function meaningInContext(own: number | null, adjacent: readonly (number | null)[]): number | null {
  if (own === null) return null;
  const closest = Math.max(own, ...adjacent.map((meaning) => meaning ?? 0));
  return own + ADJACENT_MEANING * (closest - own);
}

const DEFAULT_THRESHOLD = 0.6;
/**
 * The scores that the default threshold stands for. With each, four of five questions that have an answer among their ten best
 * keep one: of LoCoMo, REALTALK and BEAM 80, 96 and 79 % by words, 80, 95 and 84 % with all-MiniLM-L6-v2. So a similarity
 * means about the same with a vector and without.
 */
const THRESHOLD_SCORE = { lexical: 0.12, fused: 0.175 };
/**
 * The meaning that the default threshold stands for by itself: in a text without a word in common, as in another language, and
 * in one whose words say less. So an answer in another language is found, and no set's recall changes by more than 0.3.
 */
const THRESHOLD_MEANING = { alone: 0.5, besideWords: 0.55 };

/**
 * Maps the score of words and meaning to the contract's scale: monotone, 0 to 0, 1 to 1 and a `THRESHOLD_SCORE` to 0.6.
 * `share`: what the text keeps of its score (speakers.ts).
 */
export function similarityOf(lexical: number, meaning: number | null, share = 1): number {
  const score = share * fused(lexical, meaning);
  if (meaning === null) return calibrated(score, THRESHOLD_SCORE.lexical);
  const least = lexical === 0 ? THRESHOLD_MEANING.alone : THRESHOLD_MEANING.besideWords;
  return Math.max(calibrated(score, THRESHOLD_SCORE.fused), calibrated(share * meaning, least));
}

function calibrated(score: number, threshold: number): number {
  const steepness = (threshold * (1 - DEFAULT_THRESHOLD)) / (DEFAULT_THRESHOLD * (1 - threshold));
  return score / (score + steepness * (1 - score));
}
