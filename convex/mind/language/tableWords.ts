/** How tables of words are filed: each word by the stem that a text's inflections of it have. */
import { regularForm } from "./irregularForms";
import { stemOf } from "../../../mind/text/stem";

/**
 * Words that are written as another's inflection. A text's "found" is of "find" and its "saw" of "see", as they mostly are;
 * what is founded, and saws, roses and bits, are told by their other forms.
 */
export const OWN_BASES: ReadonlySet<string> = new Set("found saw rose bit".split(" "));
/** Words that texts can't tell from another's inflection by any form: filed as a text's are. The left, a better one, data, media. */
export const AS_TOLD: ReadonlySet<string> = new Set("left better best worse worst data media".split(" "));

/**
 * The base form by which a table's `word` (lower-case) is filed: the word itself. It throws of an irregular inflection, which texts
 * would be looked up for in vain, or which stands for another word.
 */
export function tableBase(word: string): string {
  if (AS_TOLD.has(word)) return regularForm(word);
  if (regularForm(word) !== word && !OWN_BASES.has(word)) throw new Error(`No base form: ${word}`);
  return word;
}

/** The stem by which a table's `word` is filed. */
export function tableStem(word: string): string {
  return stemOf(tableBase(word));
}

/** Those of `words`, which stand between spaces. */
export function tableStems(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(tableStem));
}
