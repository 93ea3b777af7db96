/** The tokenizer of search, duplicates, themes and links: words, stems and numbers. Linear in the text. */
import { stemOf } from "./stem";
import { isStopWord } from "./stopWords";
import { beginningOfBytes } from "./truncate";
import { nfc, nfd, nfkc } from "./unicode";

/**
 * `text` in NFKC and lower case, with plain apostrophes, digits 0 to 9 for those of every script and single spaces, without
 * invisible characters (soft hyphens, joiners, direction marks, Arabic elongation).
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

/** Unicode orders the digits of every script from zero to nine. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

/** Dates and times, then numbers with separators (bounded, so that matching stays linear), then words with inner apostrophes. */
const TOKEN =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}:\d{2}(?::\d{2})?|(?<![\p{L}\p{N}])\.\d{1,40}(?![\p{L}\p{N}])|\d{1,40}(?:[.,]\d{1,40}){0,8}(?:st|nd|rd|th|s)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

/** Scripts without spaces, where pairs of characters replace words. */
const UNSPACED =
  "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]";
const IS_UNSPACED = new RegExp(UNSPACED, "u");
/** Boundary between such a script and another one or a number: "iPhoneを", "2024年". */
const SCRIPT_BOUNDARY = new RegExp(
  `(?<=${UNSPACED})(?=(?!${UNSPACED})[\\p{L}\\p{N}])|(?<=(?!${UNSPACED})[\\p{L}\\p{N}])(?=${UNSPACED}(?<=[\\p{L}\\p{N}]))`,
  "gu",
);

/** The words and numbers of `text` in order, in lower case, function words included; "isn't" stays one word. */
export function tokensOf(text: string): string[] {
  const plain = plainText(text);
  return (IS_UNSPACED.test(plain) ? plain.replace(SCRIPT_BOUNDARY, " ") : plain).match(TOKEN) ?? [];
}

/** The canonical spelling of a number, date or time ("1,000" is "1000", "2nd" is "2", ".50" is "0.5"); null for other tokens. */
export function numberIn(token: string): string | null {
  if (!/^[.\d]/.test(token)) return null;
  if (/^\d{4}-/.test(token) || token.includes(":")) return token;
  const plain = /^(\.?\d+(?:[.,]\d+)*)(?:st|nd|rd|th|s)?$/.exec(token)?.[1];
  if (plain === undefined) return null;
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
  // Addresses and versions stay whole: 10.0.0.10 is not 10.0.0.1.
  if (/[.,]\d+[.,]/.test(grouped)) return grouped;
  return grouped
    .replace(",", ".")
    .replace(/^\./, "0.")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/** English contraction endings. Only the word before counts: "we've", "John's". */
const CONTRACTED = /(?:n't|'(?:s|m|d|re|ve|ll))$/;
/** An elided article or pronoun: "l'hôpital", "d'Amélie", "qu'il". */
const ELIDED = /^\p{L}{1,2}'(?=\p{L}{3})/u;
/** UTF-8 bytes. Convex's text search drops words of 32 bytes and more, so longer terms are cut. */
const MAX_TERM_BYTES = 31;

/** Words repeat across texts, so stems are cached. The cache is bounded and skips unusually long tokens. */
const termCache = new Map<string, string>();
const MAX_CACHED_TERMS = 8192;
const MAX_CACHED_LENGTH = 32;

/** The term of a token: its number, or its stem without diacritics. */
export function termOf(token: string): string {
  const cached = termCache.get(token);
  if (cached !== undefined) return cached;
  const term = beginningOfBytes(numberIn(token) ?? stemOf(withoutDiacritics(token)), MAX_TERM_BYTES);
  if (token.length <= MAX_CACHED_LENGTH) {
    if (termCache.size >= MAX_CACHED_TERMS) termCache.clear();
    termCache.set(token, term);
  }
  return term;
}

/** Base letters for those that Unicode does not decompose. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ё: "е",
};

/**
 * `text` (lower case) with Latin, Greek, Arabic and Hebrew letters without marks, so that "ines" finds "Inês". In other scripts
 * a mark changes the letter and stays, except the Cyrillic stress mark.
 */
export function withoutDiacritics(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const bare = nfd(text).replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu, "$1");
  return nfc(bare)
    .replace(/(?<=\p{sc=Cyrillic})\u0301+/gu, "")
    .replace(/[ßæœøłđıё]/g, (letter) => FOLDED[letter] ?? letter);
}

/**
 * The search terms of `text` in order, with repetitions: stems of content words, numbers, and pairs of characters in scripts
 * without spaces. Function words are left out, unless the text has no other words.
 */
export function termsOf(text: string): string[] {
  return termsOfTokens(tokensOf(text));
}

/** Like `termsOf`, from the tokens of `tokensOf`. */
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
 * Overlapping pairs of characters. Single Han characters and the first syllable of Korean are added, since they can be words.
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
