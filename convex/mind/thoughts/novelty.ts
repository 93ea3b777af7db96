/** How new a thought is: beside what was thought before, and beside what it was made of. */
import { termsOf } from "../language/tokens";
import { pairSimilarity, profileOf, type Profile } from "../../../mind/ranking/lexical";
import { meaningSimilarity, cosineOf } from "../../../mind/ranking/meaning";
import type { Idf } from "../../../mind/ranking/idf";
import { fixedWording } from "./thoughtWordings";

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
 * So like an earlier thought, one is that thought again. By words and meaning: a model's paraphrase (a third of the words,
 * nearly all of the meaning) just exceeds it, and another thought on the same subject (a quarter of the words, half of the
 * meaning) does not. By words alone, measured on the reflexes: the same seeds reworded reach nine tenths, thoughts that
 * have two seeds of three in common up to two thirds, others on the same subject a fifth.
 */
export const REPEATED = 0.6;
export const REPEATED_IN_WORDS = 0.75;

/** Words in which the reflexes think, whatever about: sharing them, two thoughts share nothing. */
const FIXED: ReadonlySet<string> = new Set(termsOf(fixedWording()));

/** What a thought is about: its terms without the fixed wording; all of them where it has no others. */
function matterOf(profile: Profile): Profile {
  const counts = new Map([...profile.counts].filter(([term]) => !FIXED.has(term)));
  if (counts.size === 0) return profile;
  return { counts, length: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** A seed that holds so much of a thought is said again by it, whatever other seeds say as well. */
const SAID_AGAIN = 0.8;

/**
 * How much of a thought each of its seeds says, 0 to 1: the share of its matter that the seed holds, by rarity. What several
 * seeds hold is what the thought joins them by, and owed to each in part. So one that joins three seeds owes each about a
 * third, and one that says a seed again owes it all.
 */
export function owedTo(thought: ComparedText, seeds: readonly ComparedText[], idf: Idf): number[] {
  const terms = [...matterOf(thought.profile).counts.keys()];
  const all = terms.reduce((sum, term) => sum + idf(term), 0);
  return seeds.map(({ profile }) => {
    // Each term once: that a thought names its subject time and again owes nothing more to a seed.
    const held = terms.filter((term) => profile.counts.has(term));
    const share = held.reduce((sum, term) => sum + idf(term), 0) / Math.max(all, Number.MIN_VALUE);
    const part = held.reduce((sum, term) => {
      const holders = seeds.filter((seed) => seed.profile.counts.has(term)).length;
      return sum + idf(term) / holders;
    }, 0);
    return Math.min(1, share >= SAID_AGAIN ? share : part / Math.max(all, Number.MIN_VALUE));
  });
}

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
  const lexical = pairSimilarity(matterOf(a.profile), matterOf(b.profile), idf);
  const cosine = a.vector === null || b.vector === null ? null : cosineOf(a.vector, b.vector);
  return Math.min(1, cosine === null ? lexical : (lexical + meaningSimilarity(cosine, strangers)) / 2);
}

/**
 * The novelty of a thought: 1 − the greatest similarity to the last `COMPARED_THOUGHTS` of `earlier` (newest first) and to
 * `seeds`, of which it is how much the thought owes them.
 */
export function thoughtNovelty(
  thought: ComparedText,
  { earlier, seeds }: { earlier: readonly ComparedText[]; seeds: readonly ComparedText[] },
  idf: Idf,
  strangers = 0,
): Novelty {
  const likenesses = [
    ...earlier.slice(0, COMPARED_THOUGHTS).map((text, index) => ({
      to: "thought" as const,
      index,
      similarity: thoughtSimilarity(thought, text, idf, strangers),
    })),
    ...owedTo(thought, seeds, idf).map((similarity, index) => ({ to: "seed" as const, index, similarity })),
  ];
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
  return earlier.slice(0, COMPARED_THOUGHTS).some((other) => {
    const byMeaning = thought.vector !== null && other.vector !== null;
    return thoughtSimilarity(thought, other, idf, strangers) >= (byMeaning ? REPEATED : REPEATED_IN_WORDS);
  });
}
