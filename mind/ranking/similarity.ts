/** A search's similarity: words and meaning together, on the scale of the contract, where 0.6 is the default threshold. */

/**
 * Cosines are on a larger scale than shares of BM25, of which an answer seldom has a half: at this share both arms weigh
 * about alike. With all-MiniLM-L6-v2 recall among the first five is, by words, by meaning and fused: LoCoMo 64.5, 36.4, 68.1;
 * REALTALK 50.7, 25.5, 52.0; BEAM 57.3, 60.8, 63.4. Fusing ranks evenly was worse than the better arm alone.
 */
const MEANING_SHARE = 0.3;

/** Words and meaning as one score. Without a vector (`meaning` null) words alone decide. All 0 to 1. */
export function fused(lexical: number, meaning: number | null): number {
  return meaning === null ? lexical : (1 - MEANING_SHARE) * lexical + MEANING_SHARE * meaning;
}

/**
 * The score that becomes 0.6, the default threshold: a text that holds four tenths of a question's weight. Of questions
 * about other conversations it finds a memory for one in twenty.
 */
const FOUND = 0.22;
const AT_FOUND = 0.6;
const STEEPNESS = (FOUND * (1 - AT_FOUND)) / (AT_FOUND * (1 - FOUND));

/** Puts a fused score on the contract's scale: 0 stays 0, 1 stays 1, `FOUND` becomes 0.6, and the order stays. */
export function calibrated(score: number): number {
  return score / (score + STEEPNESS * (1 - score));
}
