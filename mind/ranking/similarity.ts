/** Similarity in search: words and meaning combined, on the contract's scale, where 0.6 is the default threshold. */

/**
 * Cosines are larger than shares of BM25, which seldom reach a half even for an answer. At this share both weigh about the
 * same. Recall@5 with all-MiniLM-L6-v2 by words, by meaning and fused: LoCoMo 64.3, 36.4, 67.7; REALTALK 50.7, 25.5, 51.6;
 * BEAM 57.5, 60.8, 63.1. Reciprocal rank fusion with equal weights was worse than the better arm alone.
 */
const MEANING_SHARE = 0.3;

/** Words and meaning as one score; words alone without a vector (`meaning` null). All 0 to 1. */
export function fused(lexical: number, meaning: number | null): number {
  return meaning === null ? lexical : (1 - MEANING_SHARE) * lexical + MEANING_SHARE * meaning;
}

/**
 * The score that the default threshold stands for: a text that contains four tenths of a question's weight. It finds a
 * memory for one in twenty questions about other conversations.
 */
const THRESHOLD_SCORE = 0.22;
const DEFAULT_THRESHOLD = 0.6;
const STEEPNESS = (THRESHOLD_SCORE * (1 - DEFAULT_THRESHOLD)) / (DEFAULT_THRESHOLD * (1 - THRESHOLD_SCORE));

/** Maps a fused score to the contract's scale: monotone, 0 to 0, 1 to 1 and `THRESHOLD_SCORE` to 0.6. */
export function calibrated(score: number): number {
  return score / (score + STEEPNESS * (1 - score));
}
