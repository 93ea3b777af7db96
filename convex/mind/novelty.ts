/** How new a thought is: beside what was thought before, and beside what it was made of. */
import { pairSimilarity, profileOf, type Profile } from "./lexical";
import { alikeInMeaning, cosineOf } from "./meaning";
import type { Idf } from "./rarity";

/** A text to be compared, with its embedding where there is one. */
export interface ComparedText {
  readonly profile: Profile;
  readonly vector: readonly number[] | null;
}

/** How new a thought is, and what it resembles most; null where there is nothing to resemble. */
export interface Novelty {
  /** 0 to 1: 1 less the greatest similarity. */
  readonly novelty: number;
  readonly nearest: {
    readonly to: "thought" | "seed";
    readonly index: number;
    readonly similarity: number;
  } | null;
}

/** Earlier thoughts that a new one is compared to. */
export const COMPARED_THOUGHTS = 200;
/** What a text says shows in so much of it; two hundred comparisons stay cheap. */
const COMPARED_LENGTH = 2048;
/**
 * So like an earlier thought, one is that thought again. Measured on the reflexes: thoughts about other things reach a
 * fifth, the same seeds reworded nine tenths; a model's paraphrase (a third of the words, nearly all of the meaning) just
 * exceeds it, and another thought on the same subject (a quarter of the words, half of the meaning) does not.
 */
export const REPEATED = 0.6;

/** What is compared of `text`. `vector`: its embedding, or null. */
export function comparedText(text: string, vector: readonly number[] | null = null): ComparedText {
  return { profile: profileOf(text.slice(0, COMPARED_LENGTH)), vector };
}

/**
 * Similarity of two texts, 0 to 1, symmetric: lexical, and where both have vectors of one model the mean of that and
 * how alike these are, so that neither shared words alone nor a shared subject alone make two thoughts the same.
 * `strangers`: what cosine they have in the model.
 */
export function thoughtSimilarity(a: ComparedText, b: ComparedText, idf: Idf, strangers = 0): number {
  const lexical = pairSimilarity(a.profile, b.profile, idf);
  const cosine = a.vector === null || b.vector === null ? null : cosineOf(a.vector, b.vector);
  return Math.min(1, cosine === null ? lexical : (lexical + alikeInMeaning(cosine, strangers)) / 2);
}

/** The novelty of a thought: 1 − the greatest similarity to the last `COMPARED_THOUGHTS` of `earlier` (newest first) and to `seeds`. */
export function thoughtNovelty(
  thought: ComparedText,
  { earlier, seeds }: { earlier: readonly ComparedText[]; seeds: readonly ComparedText[] },
  idf: Idf,
  strangers = 0,
): Novelty {
  const likenesses = [
    ...earlier.slice(0, COMPARED_THOUGHTS).map((text, index) => ({ to: "thought" as const, index, text })),
    ...seeds.map((text, index) => ({ to: "seed" as const, index, text })),
  ].map(({ to, index, text }) => ({
    to,
    index,
    similarity: thoughtSimilarity(thought, text, idf, strangers),
  }));
  const [first, ...others] = likenesses;
  if (first === undefined) return { novelty: 1, nearest: null };
  const nearest = others.reduce((most, one) => (one.similarity > most.similarity ? one : most), first);
  return { novelty: 1 - nearest.similarity, nearest };
}

/** Whether a thought says what one of the last `COMPARED_THOUGHTS` of `earlier` (newest first) said. */
export function repeats(
  thought: ComparedText,
  earlier: readonly ComparedText[],
  idf: Idf,
  strangers = 0,
): boolean {
  return earlier
    .slice(0, COMPARED_THOUGHTS)
    .some((other) => thoughtSimilarity(thought, other, idf, strangers) >= REPEATED);
}
