/** How alike in meaning two texts are, on one scale whatever the embedding model: models differ in what cosine strangers have. */
import { unit } from "../unit";

/** Texts about nothing in common, which tell what cosine strangers have in a model: everyday ones, for any model knows them. */
export const STRANGERS: readonly string[] = [
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
 * The strangers' cosine up to which a model's cosines are taken as they are: the scales that they are mixed on were
 * measured with such models. In others even strangers may reach 0.8, and only what exceeds that tells anything.
 */
const USUAL = 0.1;
/**
 * Beyond this the vectors of strangers are all but one: that is no model's doing, but a provider's that tells few texts
 * apart, and cosines are taken as they are.
 */
const MOST = 0.9;

/** What cosine strangers have: the mean over all pairs of these vectors, −1 to 1; 0 of fewer than two. */
export function strangersMean(vectors: readonly (readonly number[])[]): number {
  const cosines = vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => cosineOf(a, b) ?? 0));
  return cosines.length === 0 ? 0 : cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
}

/**
 * How alike two texts are in meaning, 0 to 1, by the cosine of their vectors and that of strangers in their model. 1 stays
 * 1, and strangers in any model are as alike as in one of the usual kind.
 */
export function alikeInMeaning(cosine: number, strangers: number): number {
  const excess = strangers > MOST ? USUAL : Math.max(USUAL, strangers);
  return unit(1 - ((1 - cosine) * (1 - USUAL)) / (1 - excess));
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

/** As many strangers speak beside those that were compared, so that a handful, all of one matter, don't make each other usual. */
const STRANGERS_BESIDE = 16;

/**
 * How alike in meaning the texts compared with a query usually are, 0 to 1: their median, drawn towards nothing while they are
 * few. Those of one conversation, or of one trade, are all a little alike, and that tells none of them from another.
 */
export function usualMeaning(meanings: readonly (number | null)[]): number {
  const known = meanings.filter((meaning) => meaning !== null).sort((a, b) => a - b);
  const median = known[Math.floor(known.length / 2)] ?? 0;
  return (median * known.length) / (known.length + STRANGERS_BESIDE);
}

/** What of a likeness in meaning exceeds the usual one, 0 to 1; 1 stays 1. */
export function beyondUsual(meaning: number, usual: number): number {
  return usual >= 1 ? 0 : unit((meaning - usual) / (1 - usual));
}
