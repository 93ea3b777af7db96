/** What a text puts in quotation marks, and whether somebody said it. */
import { plainText } from "./tokens";

/** A quotation of fewer words is a word used at a distance. */
const QUOTED_WORDS = 4;

/** Runs in quotation marks. */
export function quotationsIn(text: string): string[] {
  return [...text.matchAll(/[“"«„]([^“”"«»„]{2,600})[”"»“]/gu)].map(([, said = ""]) => said);
}

/** The quotations in `text` that stand in none of the `sources`, which are in their quotable form. */
export function ungroundedQuotations(text: string, sources: readonly string[]): string[] {
  return quotationsIn(text).filter((quotation) => {
    // A quotation may leave something out, and says so.
    const stretches = quotation
      .split(/…|\.\.\.|\[[^\]]*\]/u)
      .map(quotable)
      .filter((stretch) => stretch !== "");
    const words = stretches.reduce((sum, stretch) => sum + stretch.split(" ").length, 0);
    if (words < QUOTED_WORDS) return false;
    if (sources.some((plain) => stretches.every((stretch) => plain.includes(stretch)))) return false;
    if (!stretches.some((stretch) => FIRST_PERSON.test(stretch))) return true;
    const said = stretches.map(inNoPerson);
    return !sources.some((plain) => said.every((stretch) => inNoPerson(plain).includes(stretch)));
  });
}

const FIRST_PERSON = /\b(?:i|we|my|me|our|us)\b/u;
/** What differs between "I am glad" and "she is glad": the same words, told in the first person or in the third. */
const PERSONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:i|you|he|she|we|they)\b/gu, "they"],
  [/\b(?:me|him|her|us|them|my|your|his|our|their|mine|hers|ours|theirs)\b/gu, "their"],
  [/\b(?:am|is|are|m|re)\b/gu, "be"],
  [/\b(?:was|were)\b/gu, "were"],
  [/\b(?:has|have|ve)\b/gu, "have"],
  [/(?<=\p{L}{3})(?:es|s)\b/gu, ""],
];

function inNoPerson(plain: string): string {
  return PERSONS.reduce((text, [said, person]) => text.replace(said, person), plain);
}

/** What of a text must agree for it to be quoted: its words in order; case, punctuation and spacing are the quoter's. */
export function quotable(text: string): string {
  return plainText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
