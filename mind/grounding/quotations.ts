/** Quotations in a text, and whether the material contains them. */
import { tokensOf } from "../text/tokens";
import { foldedText, lettersOf } from "./foldedText";

/** Paired quotation marks. Longer stretches are taken for two stray marks. */
const QUOTED =
  /“([^“”]{2,600})”|„([^„“”]{2,600})[“”]|«([^«»]{2,600})»|"([^"\n]{2,600})"|「([^「」]{2,600})」|『([^『』]{2,600})』/gu;

/** Fewer words (or letters, in scripts without spaces) are a quoted term rather than a sentence. */
const MIN_WORDS = 3;
const MIN_LETTERS = 6;

/** Marked omissions and insertions. */
const OMISSION = /…|\.\.\.|\[[^\]]*\]/u;

/** The quoted sentences in `text`, without quotation marks; no quoted terms or titles of works. */
export function quotationsIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].flatMap((match) => {
    const quotation = match.slice(1).find((group) => group !== undefined) ?? "";
    const words = tokensOf(quotation).filter((token) => /\p{L}/u.test(token)).length;
    const unspaced =
      quotation.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}]/gu)?.length ?? 0;
    return (words >= MIN_WORDS || unspaced >= MIN_LETTERS) && !isTitle(quotation) ? [quotation] : [];
  });
}

/** Whether one of the texts (as `lettersOf`) contains every stretch of `quotation`. */
export function isQuotedFrom(quotation: string, texts: readonly string[]): boolean {
  const stretches = quotation.split(OMISSION).map((stretch) => lettersOf(foldedText(stretch)));
  return texts.some((letters) => stretches.every((stretch) => letters.includes(stretch)));
}

/** Whether most words are capitalised, more than in a sentence of any language that capitalises names or nouns. */
function isTitle(quotation: string): boolean {
  const words = quotation.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return capitals >= 2 && capitals > words.length / 2;
}
