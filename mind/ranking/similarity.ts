/** A search's similarity: words and meaning together, on the scale of the contract, where 0.6 is the default threshold. */

/**
 * The mean of both arms: of scores, for fusing ranks evenly was measured worse than the better arm alone. Without a vector
 * (`meaning` null) words alone decide. Both 0 to 1, and so is the result.
 */
export function fused(lexical: number, meaning: number | null): number {
  return meaning === null ? lexical : (lexical + meaning) / 2;
}

/** The fused score that is the default threshold of 0.6: a text with a third of a question's words. */
const FOUND = 0.22;
const AT_FOUND = 0.6;
const STEEPNESS = (FOUND * (1 - AT_FOUND)) / (AT_FOUND * (1 - FOUND));

/** Puts a fused score on the contract's scale: 0 stays 0, 1 stays 1, `FOUND` becomes 0.6, and the order stays. */
export function calibrated(score: number): number {
  return score / (score + STEEPNESS * (1 - score));
}
