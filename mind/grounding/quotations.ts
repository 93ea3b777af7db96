/** What a text puts in quotation marks, and whether somebody said it. */
import { tokensOf } from "../text/tokens";
import { foldedText, lettersOf } from "./foldedText";

/** Marks in pairs; a straight one closes itself. Longer stretches are two stray marks and no quotation. */
const QUOTED =
  /“([^“”]{2,600})”|„([^„“”]{2,600})[“”]|«([^«»]{2,600})»|"([^"\n]{2,600})"|「([^「」]{2,600})」|『([^『』]{2,600})』/gu;

/** Fewer words, or letters where words are not spaced, are a term used at a distance and nobody's sentence. */
const LEAST_WORDS = 3;
const LEAST_LETTERS = 6;

/** What a quotation leaves out or puts in, and says so. */
const LEFT_OUT = /…|\.\.\.|\[[^\]]*\]/u;

/** The quotations in `text`, without their marks: sentences of somebody, not terms and not titles of works. */
export function quotationsIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].flatMap((match) => {
    const quotation = match.slice(1).find((group) => group !== undefined) ?? "";
    const words = tokensOf(quotation).filter((token) => /\p{L}/u.test(token)).length;
    const unspaced =
      quotation.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}]/gu)?.length ?? 0;
    return (words >= LEAST_WORDS || unspaced >= LEAST_LETTERS) && !isTitle(quotation) ? [quotation] : [];
  });
}

/** Whether one of the texts (as `lettersOf`) holds every stretch of `quotation`. */
export function isSaid(quotation: string, texts: readonly string[]): boolean {
  const stretches = quotation.split(LEFT_OUT).map((stretch) => lettersOf(foldedText(stretch)));
  return texts.some((letters) => stretches.every((stretch) => letters.includes(stretch)));
}

/** Titles have capitals throughout: more than a sentence has in any language that uses them for names or nouns. */
function isTitle(quotation: string): boolean {
  const words = quotation.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return capitals >= 2 && capitals > words.length / 2;
}
