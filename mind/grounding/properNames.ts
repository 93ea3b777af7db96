/** Names that a text gives, told by their capitals: without a dictionary, and merciful in doubt. */
import { calendarDay, WEEKDAYS } from "../time/calendarDay";
import { foldedText, wordsOf } from "./foldedText";

const WORD = "[\\p{L}\\p{M}\\p{N}]+(?:['’-][\\p{L}\\p{M}\\p{N}]+)*";
/** A capitalised run, or another word, inside a sentence: after a word or a comma on the same line. */
const INNER = new RegExp(
  `(?<=[\\p{L}\\p{M}\\p{N}’')\\]] |[,;] )(?:\\p{Lu}${WORD}(?: \\p{Lu}${WORD})*|\\p{L}${WORD})`,
  "gu",
);
const HANDLE = /(?<![\p{L}\p{N}_@.])@[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]+/gu;
/** Keys, passwords, part numbers: digits after letters. Shorter ones are mostly common words ("mp3", "co2"). */
const CODE = /(?<![\p{L}\p{N}_])(?=[\p{L}\p{N}_]{5})[\p{N}_]*\p{sc=Latin}[\p{L}_]*\p{N}[\p{L}\p{N}_]*/gu;
/** "SQL", "EU", "Q3": terms that anybody may use. */
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]{0,4}$/u;

/**
 * The share of capitalised runs among inner words: about one in ten in English, one in three in German, which writes all nouns
 * so. Above the limit a capital tells no name. A text of few words counts little against the usual share.
 */
const MOST_SHARE = 0.25;
const USUAL_SHARE = 0.1;
const USUAL_WEIGHT = 10;

/** Letters that inflect a name or make a people of it ("Berlins", "Berliner"). */
const LONGEST_ENDING = 4;
const LEAST_STEM = 4;

/**
 * What each text names that the material does not: parts of names as written, handles and codes. `words` and `letters` are the
 * material's (`wordsOf`, `lettersOf`). The texts are judged together, as one writer's.
 */
export function namesBeyond(
  texts: readonly string[],
  words: readonly string[],
  letters: readonly string[],
): string[][] {
  const inner = texts.map((text) => text.match(INNER) ?? []);
  const runs = inner.flat();
  const capitals = runs.filter((run) => /^\p{Lu}/u.test(run)).length;
  const share = (capitals + USUAL_SHARE * USUAL_WEIGHT) / (runs.length + USUAL_WEIGHT);
  const small = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu) ?? []));
  const isUnknown = (part: string): boolean =>
    !isTerm(part, small) && !words.some((word) => isInflected(foldedText(part), word));
  const holds = (code: string) => letters.some((row) => row.includes(wordsOf(foldedText(code)).join("")));
  return texts.map((text, i) => [
    ...[...new Set(share > MOST_SHARE ? [] : inner[i])].flatMap(
      (run) => partsOf(run).filter(isUnknown).join(" ") || [],
    ),
    ...[...new Set([...(text.match(HANDLE) ?? []), ...(text.match(CODE) ?? [])])].filter(
      (code) => !holds(code),
    ),
  ]);
}

/** The words of a name, possessive endings off; codes in it are judged as such. */
function partsOf(run: string): string[] {
  return run
    .replace(/['’]\p{L}{1,2}(?![\p{L}\p{N}])/gu, "")
    .split(/[ '’-]/)
    .filter((part) => !/\p{N}/u.test(part));
}

/** No capital, acronyms, "I", words that the writer uses in small letters, too, and the calendar's. */
function isTerm(part: string, small: ReadonlySet<string>): boolean {
  const lower = part.toLowerCase();
  return !/^\p{Lu}./u.test(part) || ACRONYM.test(part) || small.has(lower) || calendarWords().has(lower);
}

function isInflected(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= LEAST_STEM && long.length - short.length <= LONGEST_ENDING && long.startsWith(short);
}

let calendar: ReadonlySet<string> | undefined;

/** English weekdays and months, which have capitals and are no names. */
function calendarWords(): ReadonlySet<string> {
  const days = Array.from({ length: 12 }, (_, month) => calendarDay(Date.UTC(2000, month, 15), "UTC"));
  calendar ??= new Set([...WEEKDAYS, ...wordsOf(foldedText(days.join(" ")))]);
  return calendar;
}
