/** The figures of a text: numbers in digits and English words, minus signs and currency signs. */
import type { ParsedText } from "./parsedText";

const FROM_TWO =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
const TENS = "thirty forty fifty sixty seventy eighty ninety";
/** Without "one", which is a pronoun more often than a number. */
const NUMBER_WORDS = new Map([
  ...FROM_TWO.split(" ").map((word, i) => [word, String(i + 2)] as const),
  ...TENS.split(" ").map((word, i) => [word, String(10 * (i + 3))] as const),
  ...["half", "dozen", "hundred", "thousand", "million", "billion", "trillion"].map(
    (word) => [word, word] as const,
  ),
]);

/** A minus before a number, or a currency sign. */
const SIGN = /(?<![\p{L}\p{N}])[-−](?=\.?\d)|\p{Sc}/gu;

/** The digits of an English number word, or the word itself for "half", "dozen", "million"…; null for other words. */
export function numberOfWord(token: string): string | null {
  return NUMBER_WORDS.get(token) ?? null;
}

/** The distinct figures of a text: "-5 euros" has "-" and "5", "two dogs" has "2". */
export function figuresIn(text: ParsedText): ReadonlySet<string> {
  const words = text.tokens.flatMap((token) => numberOfWord(token) ?? []);
  const signs = (text.text.match(SIGN) ?? []).map((sign) => (sign === "−" ? "-" : sign));
  return new Set([...text.numbers, ...words, ...signs]);
}
