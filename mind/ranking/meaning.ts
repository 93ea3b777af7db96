/** Similarity in meaning by embeddings, on one scale for all models. */
import { unit } from "../unit";

/** Everyday texts without a common topic. They measure the cosine of unrelated texts in a model. */
export const UNRELATED_TEXTS: readonly string[] = [
  "The recipe asks for two onions and a spoon of vinegar.",
  "Trains to the coast leave every hour.",
  "She has played the violin since she was six.",
  "Our tax return was sent back because a signature was missing.",
  "Wolves hunt in packs at dusk.",
  "The old bridge will be closed until the repair is done.",
  "He forgot the password of his e-mail account.",
  "Volcanic soil makes good wine.",
];

/**
 * Cosines of a model with a baseline up to this are used as they are. In some models unrelated texts reach 0.8, and only the
 * excess is informative.
 */
const NEUTRAL_BASELINE = 0.1;
/**
 * No model has a greater baseline. A provider that does returns nearly the same vector for all texts, and its cosines are
 * used as they are.
 */
const MAX_BASELINE = 0.9;

/** The mean cosine of the vectors of unrelated texts, −1 to 1; 0 for fewer than two. */
export function baselineCosine(vectors: readonly (readonly number[])[]): number {
  const cosines = vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => cosineOf(a, b) ?? 0));
  return cosines.length === 0 ? 0 : cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
}

/**
 * Similarity in meaning, 0 to 1, from the cosine of two vectors and the baseline of their model. A cosine of 1 stays 1, and
 * unrelated texts get the same value in every model.
 */
export function meaningSimilarity(cosine: number, baseline: number): number {
  const excess = baseline > MAX_BASELINE ? NEUTRAL_BASELINE : Math.max(NEUTRAL_BASELINE, baseline);
  return unit(1 - ((1 - cosine) * (1 - NEUTRAL_BASELINE)) / (1 - excess));
}

/** The cosine of two vectors, −1 to 1; null if they differ in length or one is zero. */
export function cosineOf(a: readonly number[], b: readonly number[]): number | null {
  if (a.length !== b.length) return null;
  let [dot, x, y] = [0, 0, 0];
  a.forEach((value, i) => {
    const other = b[i] ?? 0;
    dot += value * other;
    x += value * value;
    y += other * other;
  });
  return x === 0 || y === 0 ? null : dot / Math.sqrt(x * y);
}
