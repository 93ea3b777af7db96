/** Words, stems and numbers of a text: the one tokenizer of search, duplicates, themes and links. Linear in the text. */
import { stemOf } from "./stem";
import { isStopWord } from "./stopWords";
import { beginningOfBytes } from "./truncate";
import { nfc, nfd, nfkc } from "./unicode";

/**
 * `text` in NFKC and lower case, apostrophes plain, digits of every script as 0 to 9, white space single, without invisible
 * characters (soft hyphens, joiners, direction marks, Arabic elongation).
 */
export function plainText(text: string): string {
  const common = IS_ASCII.test(text)
    ? text
    : nfkc(text.replace(/\p{Default_Ignorable_Code_Point}+/gu, ""))
        .replace(/\u0640+/g, "")
        .replace(/[’ʼ‘]/g, "'")
        .replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
  return common.toLowerCase().replace(/\s+/gu, " ").trim();
}

const IS_ASCII = /^[\x00-\x7f]*$/;

/** The digits of a script follow one another from zero to nine. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

/** Dates and times first, then numbers with their separators (bounded, so that matching stays linear), then words with inner apostrophes. */
const TOKEN =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}:\d{2}(?::\d{2})?|(?<![\p{L}\p{N}])\.\d{1,40}(?![\p{L}\p{N}])|\d{1,40}(?:[.,]\d{1,40}){0,8}(?:st|nd|rd|th|s)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

/** Scripts written without spaces: their words can't be told apart, so pairs of characters stand in for them. */
const UNSPACED =
  "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]";
const IS_UNSPACED = new RegExp(UNSPACED, "u");
/** Where such a script meets another or a number: "iPhoneを", "2024年". */
const SCRIPT_BOUNDARY = new RegExp(
  `(?<=${UNSPACED})(?=(?!${UNSPACED})[\\p{L}\\p{N}])|(?<=(?!${UNSPACED})[\\p{L}\\p{N}])(?=${UNSPACED}(?<=[\\p{L}\\p{N}]))`,
  "gu",
);

/** The words and numbers of `text` in order, in lower case, function words included; "isn't" stays one word. */
export function tokensOf(text: string): string[] {
  const plain = plainText(text);
  return (IS_UNSPACED.test(plain) ? plain.replace(SCRIPT_BOUNDARY, " ") : plain).match(TOKEN) ?? [];
}

/** A token that is a number, date or time, in one spelling ("1,000" is "1000", "2nd" is "2", ".50" is "0.5"); else null. */
export function numberIn(token: string): string | null {
  if (!/^[.\d]/.test(token)) return null;
  if (/^\d{4}-/.test(token) || token.includes(":")) return token;
  const plain = /^(\.?\d+(?:[.,]\d+)*)(?:st|nd|rd|th|s)?$/.exec(token)?.[1];
  if (plain === undefined) return null;
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
  // Every part of an address or a version counts: 10.0.0.10 is not 10.0.0.1.
  if (/[.,]\d+[.,]/.test(grouped)) return grouped;
  return grouped
    .replace(",", ".")
    .replace(/^\./, "0.")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/** English contraction endings: of "we've" and "John's" only the word before counts. */
const CONTRACTED = /(?:n't|'(?:s|m|d|re|ve|ll))$/;
/** An elided article or pronoun: "l'hôpital", "d'Amélie", "qu'il". */
const ELIDED = /^\p{L}{1,2}'(?=\p{L}{3})/u;
/** In bytes of UTF-8: Convex's text search drops words of 32 and more. The beginning tells longer tokens apart. */
const LONGEST_TERM_BYTES = 31;

/** The words of a corpus repeat, so stems are remembered; bounded, and only of tokens of usual length. */
const termCache = new Map<string, string>();
const MOST_CACHED = 8192;
const LONGEST_CACHED = 32;

/** The term a token is compared by: its number, or the stem of its word without diacritics. */
export function termOf(token: string): string {
  const cached = termCache.get(token);
  if (cached !== undefined) return cached;
  const term = beginningOfBytes(numberIn(token) ?? stemOf(withoutDiacritics(token)), LONGEST_TERM_BYTES);
  if (token.length <= LONGEST_CACHED) {
    if (termCache.size >= MOST_CACHED) termCache.clear();
    termCache.set(token, term);
  }
  return term;
}

/** Letters that Unicode does not decompose, in the spelling of a plain keyboard. */
const FOLDED = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ı", "i"],
  ["ё", "е"],
]);

/**
 * `text` (lower case) with its Latin, Greek, Arabic and Hebrew letters without marks, so that "ines" finds "Inês". In other
 * scripts a mark makes another letter and stays, but for the Cyrillic stress.
 */
export function withoutDiacritics(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const bare = nfd(text).replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu, "$1");
  return nfc(bare)
    .replace(/(?<=\p{sc=Cyrillic})\u0301+/gu, "")
    .replace(/[ßæœøłđıё]/g, (letter) => FOLDED.get(letter) ?? letter);
}

/**
 * The search terms of `text` in order, with repetitions: stems of its content words, its numbers, and pairs of characters
 * of scripts without spaces. Function words are left out, unless the text holds nothing else.
 */
export function termsOf(text: string): string[] {
  return termsOfTokens(tokensOf(text));
}

/** As `termsOf`, of tokens that `tokensOf` made. */
export function termsOfTokens(tokens: readonly string[]): string[] {
  const terms = tokens.flatMap(contentTermsOf);
  return terms.length > 0 ? terms : tokens.map(termOf);
}

function contentTermsOf(token: string): string[] {
  if (IS_UNSPACED.test(token) || /^\p{sc=Hangul}/u.test(token)) return characterPairs(token);
  const word = token.includes("'") ? token.replace(CONTRACTED, "").replace(ELIDED, "") : token;
  return word === "" || isStopWord(word) || isStopWord(token) || token.endsWith("n't") ? [] : [termOf(word)];
}

/**
 * The overlapping pairs of characters; and each Han character by itself, as well as the first syllable of Korean, since
 * those may be words.
 */
function characterPairs(token: string): string[] {
  const characters = [...token];
  const [first = token] = characters;
  if (characters.length < 2) return [token];
  const pairs = characters.flatMap((character, i) => {
    const next = characters[i + 1];
    return [
      ...(/^\p{sc=Han}$/u.test(character) ? [character] : []),
      ...(next === undefined ? [] : [`${character}${next}`]),
    ];
  });
  return /^\p{sc=Hangul}/u.test(token) ? [first, ...pairs] : pairs;
}

/** How often each term occurs. */
export function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
