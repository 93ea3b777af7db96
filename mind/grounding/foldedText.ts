/** Texts as they are compared with their material: case, accents, marks and spaces are the writer's own. */
import { plainText, withoutDiacritics } from "../text/tokens";

/** `text` in lower case, plain digits and without accents: what the other functions take, for it is the costly part. */
export function foldedText(text: string): string {
  return withoutDiacritics(plainText(text));
}

/** The words and numbers of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The letters and digits of a folded text in a row. */
export function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
