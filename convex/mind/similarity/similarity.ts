/** Lexical similarity of two texts: shared words and shared character trigrams, in any script. */
import { withPlainApostrophes } from "../language/apostrophes";
import { nfkc } from "../../../mind/text/unicode";

/** How much of the similarity is shared words; the rest is shared trigrams, which see inflections, typos and unspaced scripts. */
const WORD_SHARE = 0.5;

/** What is compared of a text. Building one is linear in its length; comparing two is linear in the smaller. */
interface Profile {
  words: ReadonlySet<string>;
  trigrams: ReadonlySet<string>;
}

/** The words of `text` after NFKC and lower-casing: runs of letters, marks and digits, apostrophes inside kept. */
export function wordsOf(text: string): string[] {
  const plain = withPlainApostrophes(nfkc(text).toLowerCase());
  return plain.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu) ?? [];
}

function profileOf(text: string): Profile {
  const words = wordsOf(text);
  const padded = [...` ${words.join(" ")} `];
  const trigrams = new Set<string>();
  for (let i = 0; i + 2 < padded.length; i++) trigrams.add(padded.slice(i, i + 3).join(""));
  return { words: new Set(words), trigrams };
}

/** Dice's coefficient: twice what two sets share, over what they hold together; 0 where either is empty. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const item of small) if (large.has(item)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

/** 0 (nothing in common) to 1 (the same words), symmetric. A text without a letter or digit is similar to nothing. */
function profileSimilarity(a: Profile, b: Profile): number {
  return WORD_SHARE * dice(a.words, b.words) + (1 - WORD_SHARE) * dice(a.trigrams, b.trigrams);
}

/** What a text is about shows in this much of it; comparing dozens of long texts stays cheap. */
export const COMPARED_LENGTH = 4096;

/** The lexical similarity of `text` to each of `others`, in their order; each is compared by its beginning. */
export function likenessesTo(text: string, others: readonly string[]): number[] {
  const profile = profileOf(text.slice(0, COMPARED_LENGTH));
  return others.map((other) => profileSimilarity(profile, profileOf(other.slice(0, COMPARED_LENGTH))));
}
