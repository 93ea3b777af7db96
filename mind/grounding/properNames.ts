/** Finds ungrounded names by their capitals, without a dictionary; in doubt a word is no name. */
import { isDateWord } from "../time/dateWords";
import { foldedText, wordsOf } from "./foldedText";

const WORD = "[\\p{L}\\p{M}\\p{N}]+(?:['’-][\\p{L}\\p{M}\\p{N}]+)*";
/** A capitalised run or another word inside a sentence, that is, after a word or a comma on the same line. */
const INNER = new RegExp(
  `(?<=[\\p{L}\\p{M}\\p{N}’')\\]] |[,;] )(?:\\p{Lu}${WORD}(?: \\p{Lu}${WORD})*|\\p{L}${WORD})`,
  "gu",
);
const HANDLE = /(?<![\p{L}\p{N}_@.])@[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]+/gu;
/** Keys, passwords and part numbers: digits after letters. Shorter ones are mostly common words ("mp3", "co2"). */
const CODE = /(?<![\p{L}\p{N}_])(?=[\p{L}\p{N}_]{5})[\p{N}_]*\p{sc=Latin}[\p{L}_]*\p{N}[\p{L}\p{N}_]*/gu;
/** "SQL", "EU", "Q3": common terms. */
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]{0,4}$/u;

/**
 * Share of capitalised runs among inner words: about one in ten in English, one in three in German, which capitalises all
 * nouns. Above the limit capitals do not mark names. The prior share outweighs a text of few words.
 */
const MAX_CAPITALISED_SHARE = 0.25;
const PRIOR_SHARE = 0.1;
const PRIOR_RUNS = 10;

/** Longest ending of an inflected or derived name ("Berlins", "Berliner"), and its shortest stem. */
const MAX_ENDING_LENGTH = 4;
const MIN_STEM_LENGTH = 4;

/**
 * The names, handles and codes of each text that the material lacks. Of a name only the unknown parts are returned, as
 * written. `words` and `letters` are the material's (`wordsOf`, `lettersOf`). All texts have the same writer.
 */
export function ungroundedNames(
  texts: readonly string[],
  words: readonly string[],
  letters: readonly string[],
): string[][] {
  const inner = texts.map((text) => text.match(INNER) ?? []);
  const runs = inner.flat();
  const capitals = runs.filter((run) => /^\p{Lu}/u.test(run)).length;
  const share = (capitals + PRIOR_SHARE * PRIOR_RUNS) / (runs.length + PRIOR_RUNS);
  const small = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu) ?? []));
  const isUnknown = (part: string): boolean =>
    !isNoName(part, small) && !words.some((word) => isInflected(foldedText(part), word));
  const holds = (code: string) => letters.some((row) => row.includes(wordsOf(foldedText(code)).join("")));
  return texts.map((text, i) => [
    ...[...new Set(share > MAX_CAPITALISED_SHARE ? [] : inner[i])].flatMap(
      (run) => partsOf(run).filter(isUnknown).join(" ") || [],
    ),
    ...[...new Set([...(text.match(HANDLE) ?? []), ...(text.match(CODE) ?? [])])].filter(
      (code) => !holds(code),
    ),
  ]);
}

/** The words of a name, without possessive endings and without codes, which are matched separately. */
function partsOf(run: string): string[] {
  return run
    .replace(/['’]\p{L}{1,2}(?![\p{L}\p{N}])/gu, "")
    .split(/[ '’-]/)
    .filter((part) => !/\p{N}/u.test(part));
}

/** Lower-case words, acronyms, "I", words that the writer also uses in lower case, and words for days and months. */
function isNoName(part: string, small: ReadonlySet<string>): boolean {
  const lower = part.toLowerCase();
  return !/^\p{Lu}./u.test(part) || ACRONYM.test(part) || small.has(lower) || isDateWord(lower);
}

function isInflected(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return (
    short.length >= MIN_STEM_LENGTH &&
    long.length - short.length <= MAX_ENDING_LENGTH &&
    long.startsWith(short)
  );
}
