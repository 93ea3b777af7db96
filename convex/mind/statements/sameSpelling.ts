/** One spelling for what is written in several ways, so that texts are compared by what they say. */
import { nfkc } from "../../../mind/text/unicode";
import { respelled } from "../language/spellings";
import { withCurrencies } from "../numbers/currencies";
import { withDates, withFigures, withTimes } from "../numbers/measures";
import { withUnits } from "../numbers/units";

const TITLES = new Map([
  ["Dr", "Doctor"],
  ["Prof", "Professor"],
  ["Mr", "Mister"],
  ["Capt", "Captain"],
  ["Sen", "Senator"],
  ["Gov", "Governor"],
  ["Rev", "Reverend"],
  ["Lt", "Lieutenant"],
  ["Sgt", "Sergeant"],
]);
const TITLE = /(?<![\p{L}\p{N}])(Dr|Prof|Mr|Capt|Sen|Gov|Rev|Lt|Sgt)\.? (?=\p{Lu})/gu;
/** Compounds that are written in one, with a hyphen or in two. */
const COMPOUNDS =
  /\b(e|co|on|off|web|data|check|home|work|health|smart|class|bed|bath|life|style|air|book|boat|note|sea|sun|time|team)-(?=[a-z]{3,})/gi;
/** Names that are known by their letters as well as in full. */
const IN_FULL: readonly (readonly [RegExp, string])[] = [
  [/\bUnited States(?: of America)?\b/gu, "US"],
  [/\bUnited Kingdom\b/gu, "UK"],
  [/\bUnited Nations\b/gu, "UN"],
  [/\bEuropean Union\b/gu, "EU"],
];
/** Whose age is told need not hear that it is one: "he is 34". */
const AGE =
  /(?<=\b(?:am|is|are|was|were|be|turn|turns|turned) )(\d{1,3}|two|three|four|five|six|seven|eight|nine) years? old\b/giu;
const ACRONYM = /(?<![\p{L}\p{N}.])(?:\p{Lu}\.){2,}(?!\p{L})/gu;
const WORD = /\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*/gu;
/** What is longer is no word; a pattern that ends a word would be looked for from each of its letters. */
const LONGEST_WORD = 40;

/**
 * `text` in one spelling: dates, times, units and numbers, titles, acronyms, what is drawn together, British and American.
 * Capitals stay where they are. Not meant to be read; only texts that have both gone through it are compared. Linear.
 */
export function inSameSpelling(text: string): string {
  // What nobody sees: soft hyphens, joiners, marks of direction.
  const seen = inLetters(text).replace(/\p{Default_Ignorable_Code_Point}+/gu, "");
  const plain = nfkc(seen)
    .replace(/[’ʼ‘]/g, "'")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/(?<=[\p{L}])(?:\+\+)(?!\+)/gu, "plusplus")
    .replace(/(?<=\b[A-Za-z])#(?![\p{L}\p{N}])/gu, "sharp")
    .replace(TITLE, (_, short: string) => `${TITLES.get(short) ?? short} `)
    .replace(ACRONYM, (written) => written.replaceAll(".", ""))
    .replace(/(?<![\p{L}\p{N}])(?:USA|US)(?![\p{L}\p{N}])/gu, "Usa")
    .replace(/ & /g, " and ")
    .replace(COMPOUNDS, "$1");
  const measured = withCurrencies(withUnits(withDates(withFigures(withTimes(plain)))));
  const written = measured.replace(WORD, inOneWay);
  return written.replace(AGE, "$1");
}

function inLetters(text: string): string {
  return IN_FULL.reduce((written, [name, letters]) => written.replace(name, letters), text);
}

function inOneWay(written: string): string {
  if (written.length > LONGEST_WORD) return written;
  const lower = written.toLowerCase();
  const word = respelled(lower);
  if (word === lower) return written;
  return /^\p{Lu}/u.test(written) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
