/** Whether a text is English, by its letters and its function words. Of any other language it only says that it is another. */
import { FUNCTION_WORDS } from "./functionWords";
import { isStopWord } from "./stopWords";
import { nfc } from "./unicode";

const LANGUAGES = Object.entries(FUNCTION_WORDS).map(([code, words]) => ({
  words: new Set(words.split(" ")),
  // German capitalises every noun, so "Die Sonne" begins no name as "Los Angeles" does.
  capitalisesNouns: code === "de",
}));

/** A language shows in a text's beginning. UTF-16 units. */
const READ_LENGTH = 2_048;
/** A word, and no part of a contraction, an address or a name in code. */
const WORD = /(?<![\p{L}\p{N}_.'’/:@#-])\p{L}[\p{L}\p{M}]*(?![\p{L}\p{N}_/:@-])/gu;
const LETTER = /\p{L}/gu;
const LATIN = /\p{sc=Latin}/gu;
const SMALL = /^\p{Ll}/u;
const ACCENTED = /[^a-z]/u;

/**
 * Whether `text` is English: mostly Latin letters, and no other language has more of its function words in it. A text
 * without any is taken for English ("server down"). Names, which are capitalised, tell nothing. A word with a letter beyond
 * a to z counts as a function word of any other language, but for the first one, which may be borrowed ("café").
 */
export function isEnglish(text: string): boolean {
  const read = nfc(text.slice(0, READ_LENGTH));
  if (2 * countOf(read, LATIN) < countOf(read, LETTER)) return false;
  const [first = "", ...others] = (read.match(WORD) ?? []).filter((word) => !/^\p{Lu}{2}/u.test(word));
  const small = others.filter((word) => SMALL.test(word));
  const beginsName = others[0] !== undefined && !SMALL.test(others[0]);
  const english = [first.toLowerCase(), ...small].filter(isStopWord).length;
  const accented = small.filter((word) => ACCENTED.test(word)).length;
  return LANGUAGES.every(({ words, capitalisesNouns }) => {
    const isOpened = words.has(first) || words.has(first.toLowerCase());
    const opening = isOpened && (capitalisesNouns || !beginsName) ? 1 : 0;
    const own = opening + small.filter((word) => words.has(word)).length;
    return own + Math.max(0, accented - 1) <= english;
  });
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
