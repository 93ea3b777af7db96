/** Text as the memory compares it: words, their stems, and the numbers and dates kept whole. */
import { withoutFrame } from "./frames";
import { regularForm } from "./irregularForms";
import { stemOf } from "./stem";
import { isStopWord } from "./stopWords";

/** `text` in NFKC and lower case, typographic apostrophes plain, white space single. */
export function plainText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[’ʼ‘]/g, "'").replace(/\s+/gu, " ").trim();
}

/** Dates and times first, then numbers with their separators (bounded, so that no text is read twice over), then words with inner apostrophes. */
const TOKEN =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}:\d{2}(?::\d{2})?|\d{1,40}(?:[.,]\d{1,40}){0,8}(?:st|nd|rd|th|s)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

/** The words and numbers of `text` in order, in lower case, function words included: "isn't" stays one word. */
export function tokensOf(text: string): string[] {
  return inOneSpelling(plainText(text)).match(TOKEN) ?? [];
}

/** ".5" as "0.5"; "5%" and "5 per cent" as "5 percent". */
function inOneSpelling(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}.])\.(?=\d)/gu, "0.")
    .replace(/(?<=\d) ?%/g, " percent ")
    .replace(/\bper cent\b/g, "percent");
}

const NUMBER_WORDS = new Map(
  (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
    "eighteen nineteen twenty"
  )
    .split(" ")
    .map((word, value): [string, string] => [word, String(value)])
    .concat([
      ["thirty", "30"],
      ["forty", "40"],
      ["fifty", "50"],
      ["sixty", "60"],
      ["seventy", "70"],
      ["eighty", "80"],
      ["ninety", "90"],
      ["dozen", "12"],
    ]),
);

/** A token that is a number, date or time in the one spelling they are compared in ("1,000" is "1000", "2nd" is "2"); else null. */
export function numberIn(token: string): string | null {
  const word = NUMBER_WORDS.get(token);
  if (word !== undefined) return word;
  if (!/^\d/.test(token)) return null;
  if (/^\d{4}-/.test(token) || token.includes(":")) return token;
  const plain = /^(\d+(?:[.,]\d+)*)(?:st|nd|rd|th|s)?$/.exec(token)?.[1];
  if (plain === undefined) return null;
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
  return grouped
    .replace(",", ".")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/** Endings that English writes onto the word before: of "we've", "n't" and "'s" only the word counts. */
const CONTRACTED = /(?:n't|'(?:s|m|d|re|ve|ll))$/;
/** Scripts that write without spaces: their words can't be told apart, their pairs of characters can. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/**
 * Longer tokens are hashes, keys and addresses; their beginning tells them apart. Convex's text search takes words of at
 * most 32 characters.
 */
const LONGEST_TERM = 32;

/** The term a token is compared by: its number, or the stem of its regular form, its letters plain. */
function termOf(token: string): string {
  return (numberIn(token) ?? stemOf(regularForm(inPlainLetters(token)))).slice(0, LONGEST_TERM);
}

/** Latin letters that are no letter with a mark, in the spelling of who has no such key. */
const PLAIN_LETTERS = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ı", "i"],
]);

/**
 * `text`, in lower case, with its Latin letters without marks: who asks about "Ines" or "Zoe" means "Inês" and "Zoë". In
 * other scripts a mark makes another letter.
 */
export function inPlainLetters(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const bare = text.normalize("NFD").replace(/(\p{sc=Latin})\p{M}+/gu, "$1");
  return bare.normalize("NFC").replace(/[ßæœøłđı]/g, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}

/**
 * The terms of `text` in order, with repetitions: stems of its content words, numbers, pairs of characters in scripts
 * without spaces. Function words are left out, unless the text holds nothing else, and so is where it was heard (mind/frames).
 * Linear in the text's length.
 */
export function termsOf(text: string): string[] {
  const tokens = tokensOf(withoutFrame(text));
  const terms = tokens.flatMap(contentTermsOf);
  return terms.length > 0 ? terms : tokens.map((token) => termOf(token));
}

function contentTermsOf(token: string): string[] {
  if (UNSPACED.test(token)) return pairsOf(token);
  const word = token.replace(CONTRACTED, "");
  // "one" is counted on as little as "a".
  return isStopWord(word) || isStopWord(token) || word === "" || (word === "won" && token !== word)
    ? []
    : [termOf(word)];
}

function pairsOf(token: string): string[] {
  const characters = [...token];
  return characters.length < 2
    ? [token]
    : characters.slice(1).map((character, i) => `${characters[i] ?? ""}${character}`);
}

/** How often each term occurs. */
export function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
