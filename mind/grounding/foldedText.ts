/** Normalised texts for comparison, without case, accents, punctuation and spaces. */
import { plainText, withoutDiacritics } from "../text/tokens";

/** `text` in lower case, with plain digits and without accents. The other functions take its result, which is costly. */
export function foldedText(text: string): string {
  return withoutDiacritics(plainText(text));
}

/** The words and numbers of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The letters and digits of a folded text, joined. */
export function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
