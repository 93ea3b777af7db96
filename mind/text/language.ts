/** Detects English by letters and function words. It does not identify other languages. */
import { FUNCTION_WORDS } from "./functionWords";
import { isStopWord } from "./stopWords";
import { nfc } from "./unicode";

const LANGUAGES = Object.entries(FUNCTION_WORDS).map(([code, words]) => ({
  words: new Set(words.split(" ")),
  // German capitalises every noun, so "Die Sonne" is no name, unlike "Los Angeles".
  capitalisesNouns: code === "de",
}));

/** UTF-16 units. The beginning of a text suffices to detect its language. */
const READ_LENGTH = 2_048;
/** A word that is not part of a contraction, an address or an identifier. */
const WORD = /(?<![\p{L}\p{N}_.'’/:@#-])\p{L}[\p{L}\p{M}]*(?![\p{L}\p{N}_/:@-])/gu;
const LETTER = /\p{L}/gu;
const LATIN = /\p{sc=Latin}/gu;
const SMALL = /^\p{Ll}/u;
const ACCENTED = /[^a-z]/u;

/**
 * Whether `text` is English: mostly Latin letters, and no other language with more function words than English. A text
 * without function words counts as English ("server down"). Capitalised words are ignored as names. A word with a letter
 * beyond a to z counts as a function word of every other language, except the first, which may be a loanword ("café").
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
