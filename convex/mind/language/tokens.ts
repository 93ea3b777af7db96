/** Text as the memory compares it: words, their stems, and the numbers and dates kept whole. */
import { beginningOfBytes } from "../../../mind/text/truncate";
import { withoutFrame } from "./frames";
import { namesakesIn } from "./namesakes";
import { nfc, nfd, nfkc } from "../../../mind/text/unicode";
import { senseOf } from "./senses";
import { americanForm } from "./spellings";
import { isStopWord } from "../../../mind/text/stopWords";

/**
 * `text` in NFKC and lower case, typographic apostrophes plain, digits of every script as 0 to 9, white space single,
 * without what nobody sees or says: soft hyphens, joiners, marks of direction, the stretches of Arabic.
 */
export function plainText(text: string): string {
  return (IS_ASCII.test(text) ? text : inCommonCharacters(text)).toLowerCase().replace(/\s+/gu, " ").trim();
}

const IS_ASCII = /^[\x00-\x7f]*$/;

function inCommonCharacters(text: string): string {
  return nfkc(text.replace(/\p{Default_Ignorable_Code_Point}+/gu, ""))
    .replace(/\u0640+/g, "")
    .replace(/[’ʼ‘]/g, "'")
    .replace(/(?![0-9])\p{Nd}/gu, plainDigit);
}

/** The digits of a script follow one another from zero to nine. */
function plainDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

/** Dates and times first, then numbers with their separators (bounded, so that no text is read twice over), then words with inner apostrophes. */
const TOKEN =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}:\d{2}(?::\d{2})?|\d{1,40}(?:[.,]\d{1,40}){0,8}(?:st|nd|rd|th|s)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

/** Characters of scripts that write without spaces: their words can't be told apart, their pairs of characters can. */
const UNSPACED =
  "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]";
const IS_UNSPACED = new RegExp(UNSPACED, "u");
/** Where such a script meets another, or a number: "iPhoneを", "2024年". */
const WRITTEN_TOGETHER = new RegExp(
  `(?<=${UNSPACED})(?=(?!${UNSPACED})[\\p{L}\\p{N}])|(?<=(?!${UNSPACED})[\\p{L}\\p{N}])(?=${UNSPACED}(?<=[\\p{L}\\p{N}]))`,
  "gu",
);

/** The words and numbers of `text` in order, in lower case, function words included: "isn't" stays one word. */
export function tokensOf(text: string): string[] {
  const plain = inOneSpelling(plainText(text));
  return (IS_UNSPACED.test(plain) ? plain.replace(WRITTEN_TOGETHER, " ") : plain).match(TOKEN) ?? [];
}

/** What is typed in haste without its apostrophe; no word that means something else ("were", "shell", "lets"). */
const HASTY =
  /(?<![\p{L}'])(?:((?:are|ca|could|did|do|does|had|has|have|is|must|should|was|were|wo|would)n)(t)|(he|here|how|she|that|there|what|where|who)(s)|(i)(m)|(they|you)(re)|(i|they|we|you)(ve)|(it|they|you)(ll))(?![\p{L}'])/gu;

/** ".5" as "0.5"; "5%" and "5 per cent" as "5 percent"; "dont" as "don't". */
function inOneSpelling(text: string): string {
  return text
    .replace(HASTY, (...groups: unknown[]) =>
      groups
        .slice(1, -2)
        .filter((part) => part !== undefined)
        .join("'"),
    )
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
  // Of addresses and versions every part counts: 10.0.0.10 is not 10.0.0.1.
  if (/[.,]\d+[.,]/.test(grouped)) return grouped;
  return grouped
    .replace(",", ".")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/** Endings that English writes onto the word before: of "we've", "n't" and "'s" only the word counts. */
const CONTRACTED = /(?:n't|'(?:s|m|d|re|ve|ll))$/;
/**
 * In bytes of UTF-8: Convex's text search drops words of 32 and more. Longer tokens are hashes, keys and addresses, or long
 * words of scripts that take two bytes a letter or three; their beginning tells them apart.
 */
const LONGEST_TERM = 31;

/** Terms of late: the same words come again, in every text. Of so many tokens, none of them long. */
const knownTerms = new Map<string, string>();
const MOST_KNOWN = 8192;
const LONGEST_KNOWN = 32;

/** The term a token is compared by: its number, or the stem of its regular form in one spelling, its letters plain. */
function termOf(token: string): string {
  const known = knownTerms.get(token);
  if (known !== undefined) return known;
  const term = beginningOfBytes(
    numberIn(token) ?? senseOf(americanForm(inPlainLetters(token))),
    LONGEST_TERM,
  );
  if (token.length <= LONGEST_KNOWN) {
    if (knownTerms.size >= MOST_KNOWN) knownTerms.clear();
    knownTerms.set(token, term);
  }
  return term;
}

/** Letters that are no letter with a mark, in the spelling of who has no such key, or doesn't take the trouble. */
const PLAIN_LETTERS = new Map([
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
 * `text`, in lower case, with its Latin, Greek, Arabic and Hebrew letters without marks: who asks about "Ines" or "Zoe"
 * means "Inês" and "Zoë"; Greek capitals have no accents, and few write vowel points. Of Cyrillic letters only the stress
 * and the dots of "ё" go: in other scripts a mark makes another letter.
 */
export function inPlainLetters(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const bare = nfd(text).replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu, "$1");
  return nfc(bare)
    .replace(/(?<=\p{sc=Cyrillic})\u0301+/gu, "")
    .replace(/[ßæœøłđıё]/g, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}

/**
 * The terms of `text` in order, with repetitions: stems of its content words, numbers, and for scripts without spaces what
 * `termsWithin` tells. Function words are left out, unless the text holds nothing else, and so is where it was heard
 * (mind/language/frames). Linear in the text's length.
 */
export function termsOf(text: string): string[] {
  const said = withoutFrame(text);
  const tokens = tokensOf(said);
  const names = namesakesIn(said);
  const terms = tokens.flatMap((token) => contentTermsOf(token, names));
  return terms.length > 0 ? terms : tokens.map((token) => termOf(token));
}

function contentTermsOf(token: string, names: ReadonlySet<string>): string[] {
  if (IS_UNSPACED.test(token) || /^\p{sc=Hangul}/u.test(token)) return termsWithin(token);
  const word = withoutAttached(token.replace(CONTRACTED, ""));
  if (names.has(word)) return [termOf(word)];
  // "one" is counted on as little as "a".
  return isStopWord(word) || isStopWord(token) || word === "" || token.endsWith("n't") ? [] : [termOf(word)];
}

/** French and Italian articles and pronouns that have lost their vowel: "l'hôpital", "d'Amélie", "dell'arte". */
const ELIDED = /^(?:[dlmntsj]|qu|jusqu|lorsqu|puisqu|un|dell|all|nell|sull|dall)'(?=\p{L}{2})/u;
/** Endings that Turkish writes onto a name: "İstanbul'da", "Ankara'nın". */
const SUFFIXED =
  /(?<=\p{L}{3})'(?:[dt][ae]n?(?:ki)?|[yn]?[aeiıuü]|n?[iıuü]n|y?l[ae]|[dt][iıuü]r|l[iıuü]|[sn][iıuü](?:n[ae])?)$/u;

/** The article that Arabic writes onto a word, with what stands before it: "المكتبة", "بالمكتبة". */
const ARTICLE = /^(?:[وفبك]?ال|لل)(?=\p{sc=Arabic}{2})/u;

/** The word of a token onto which other languages write small ones. */
function withoutAttached(token: string): string {
  if (!token.includes("'")) return token.replace(ARTICLE, "");
  return token.replace(ELIDED, "").replace(SUFFIXED, "");
}

/**
 * The terms in what is written together: the pairs of its characters; and each Han character, as well as the first
 * syllable of Korean, before its particles: such may be a word.
 */
function termsWithin(token: string): string[] {
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
