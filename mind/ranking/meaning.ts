/** How alike in meaning two texts are, by their vectors: on one scale whatever the embedding model. */
import { unit } from "../unit";

/** Texts about nothing in common, which tell what cosine unrelated texts have in a model: everyday ones, for any model knows them. */
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
 * Up to this baseline cosines are taken as they are. In some models even unrelated texts reach 0.8, and only what exceeds
 * that tells anything.
 */
const USUAL_BASELINE = 0.1;
/**
 * Beyond this all vectors are all but one: that is no model's doing, but a provider's that tells few texts apart, and
 * cosines are taken as they are.
 */
const GREATEST_BASELINE = 0.9;

/** The mean cosine of these vectors of unrelated texts, −1 to 1; 0 of fewer than two. */
export function baselineCosine(vectors: readonly (readonly number[])[]): number {
  const cosines = vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => cosineOf(a, b) ?? 0));
  return cosines.length === 0 ? 0 : cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
}

/**
 * How alike two texts are in meaning, 0 to 1, by the cosine of their vectors and the baseline of their model. 1 stays 1,
 * and unrelated texts of any model come to the same.
 */
export function meaningSimilarity(cosine: number, baseline: number): number {
  const excess = baseline > GREATEST_BASELINE ? USUAL_BASELINE : Math.max(USUAL_BASELINE, baseline);
  return unit(1 - ((1 - cosine) * (1 - USUAL_BASELINE)) / (1 - excess));
}

/** The cosine of two vectors, −1 to 1; null where they can't be compared. */
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
