/** The numbers of a text, each in one spelling, and the words that each of them counts or stands by. */
import { senseOf } from "../language/senses";
import { stemOf } from "../../../mind/text/stem";
import { isStopWord } from "../../../mind/text/stopWords";
import { numberIn } from "../language/tokens";

/** A number where it stands. */
export interface Figure {
  readonly value: string;
  /** Stems of the next words of content before and after it, if there are any; what is after another number is that one's. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether only "and" or "or" is between it and the number before. */
  readonly listed: boolean;
}

const SCALE = /^(dozen|hundred|thousand|million|billion|trillion)s?$/;
const ORDINALS = new Map(
  "first second third fourth fifth sixth seventh eighth ninth tenth"
    .split(" ")
    .map((word, i) => [word, String(i + 1)]),
);
const LISTING = new Set(["and", "or"]);

/** The figures among `tokens` (lower-case words and numbers) in order. Linear. */
export function figuresOf(tokens: readonly string[]): Figure[] {
  const values = tokens.map((token, i) => (isVersion(tokens, i) ? [token] : numbersIn(token)));
  const content = [...tokens.keys()].filter((i) => values[i]?.length === 0 && isContent(tokens[i] ?? ""));
  const stems = content.map((i) => senseOf(tokens[i] ?? ""));
  const nextNumber: number[] = [];
  for (let i = tokens.length - 1, number = tokens.length; i >= 0; i--) {
    nextNumber[i] = number;
    if ((values[i]?.length ?? 0) > 0) number = i;
  }
  const figures: Figure[] = [];
  let next = 0;
  values.forEach((found, i) => {
    while (next < content.length && (content[next] ?? 0) < i) next += 1;
    const below = tokens[i - 1] === "minus" ? "-" : "";
    // In "30, up 4 cents" the cents belong to the 4.
    const owns = (nextNumber[i] ?? tokens.length) > (content[next] ?? -1);
    const [before, after] = [stems[next - 1], owns ? stems[next] : undefined];
    const listed = LISTING.has(tokens[i - 1] ?? "") && (values[i - 2]?.length ?? 0) > 0;
    for (const value of found) figures.push({ value: below + value, before, after, listed });
  });
  return figures;
}

/**
 * Words after which the zero at a fraction's end counts: version 2.10 is not 2.1. An amount is followed by its unit. "1.500 euros"
 * are fifteen hundred to some.
 */
function isVersion(tokens: readonly string[], i: number): boolean {
  if (/^[1-9]\d{0,2}\.\d{2}0$/.test(tokens[i] ?? "")) return true;
  if (!/^\d{1,9}\.\d{0,8}0$/.test(tokens[i] ?? "")) return false;
  const before = tokens[i - 1] ?? "";
  const isAmount = [before, tokens[i + 1] ?? ""].some((word) => AMOUNTS.has(stemOf(word)));
  return !isAmount && before !== "" && !COUNTING.test(before);
}

/** Before an amount rather than a version. */
const COUNTING =
  /^(?:is|are|was|were|be|by|at|of|to|from|about|only|costs?|paid|pays?|minus|nearly|almost|than|least|most|just|a|and|or)$/;
const AMOUNTS = new Set(
  (
    "dollar euro pound yen cent percent meter kilometer centimeter millimeter mile foot inch kilogram gram ton liter hour minute " +
    "second degree volt watt million billion thousand point"
  )
    .split(" ")
    .map(stemOf),
);

/** "May" beside a number is the month. */
function isContent(token: string): boolean {
  return token === "may" || (token !== "minus" && !isStopWord(token));
}

/** The numbers of a token, each in one spelling; of "a320" the 320. */
function numbersIn(token: string): string[] {
  // "One" is a pronoun more often than a number.
  if (token === "one") return [];
  // A decade is no year.
  if (/^\d{2,4}0s$/.test(token)) return [token];
  const whole = numberIn(token) ?? SCALE.exec(token)?.[1];
  if (whole !== undefined) return [whole];
  return (token.match(/\d{1,40}/g) ?? []).map((digits) => String(BigInt(digits)));
}

/** The numbers that `tokens` have as ordinals in words: "first" is 1. Too often it is no number to count it as one always. */
export function ordinalsIn(tokens: readonly string[]): string[] {
  return tokens.flatMap((token) => ORDINALS.get(token) ?? []);
}

/** Roman numerals from II on: of one letter, they are letters. */
export function romanIn(text: string): string[] {
  return (
    text.match(/(?<![\p{L}\p{N}])(?:X{0,3}(?:IX|IV|VI{1,3}|I{2,3})|X{2,3}I?|XI|XV)(?![\p{L}\p{N}])/gu) ?? []
  );
}

/** Names and words with the Roman numeral behind each, from I on: "War II", "Elizabeth I". */
export function numberedIn(text: string): string[] {
  const found = text.matchAll(/(\p{L}{2,40}) ([XVI]{1,6})(?![\p{L}\p{N}'])/gu);
  return [...found].map(([, word = "", numeral = ""]) => `${word.toLowerCase()} ${numeral}`);
}

/** Whether a word has another numeral behind it: "War I", "War II". After "Tom and" an "I" is none. Symmetric. */
export function numberedOtherwise(a: readonly string[], b: readonly string[]): boolean {
  const wordOf = (numbered: string) => numbered.slice(0, numbered.indexOf(" "));
  return a.some((numbered) => {
    const same = (all: readonly string[]) => all.filter((other) => wordOf(other) === wordOf(numbered));
    const [own, other] = [same(a), same(b)];
    return other.length > 0 && !own.some((one) => other.includes(one));
  });
}

/**
 * Whether the same numbers count other things: "2 cups of flour, 1 cup of water", "1 cup of flour, 2 cups of water". Their
 * order alone tells nothing, for a clause that moved takes its numbers along; so each number is compared with its like and
 * with the one in its place, by the word after it and then by the one before. Where neither tells ("120/80"), the order
 * counts. Symmetric.
 */
export function figuresChangePlaces(a: readonly Figure[], b: readonly Figure[]): boolean {
  const moved = [...a.keys()].filter((i) => a[i]?.value !== b[i]?.value);
  if (moved.length === 0 || a.length !== b.length) return false;
  const [first = 0, last = 0] = moved;
  const isList = last === first + 1 && a[last]?.listed === true && b[last]?.listed === true;
  if (moved.length === 2 && isList && a[last]?.after === b[last]?.after) return false;
  const alike = pairedByValue(a, b);
  for (const side of ["after", "before"] as const) {
    const agreeing = (other: (i: number) => Figure | undefined) =>
      a.filter((figure, i) => figure[side] !== undefined && figure[side] === other(i)?.[side]).length;
    const [byPlace, byValue] = [agreeing((i) => b[i]), agreeing((i) => alike[i])];
    if (byPlace !== byValue) return byPlace > byValue;
  }
  return true;
}

/** For each figure of `a` that of `b` with its value, the first for the first. */
function pairedByValue(a: readonly Figure[], b: readonly Figure[]): (Figure | undefined)[] {
  const left = new Map<string, Figure[]>();
  for (const figure of [...b].reverse()) {
    const alike = left.get(figure.value);
    if (alike === undefined) left.set(figure.value, [figure]);
    else alike.push(figure);
  }
  return a.map(({ value }) => left.get(value)?.pop());
}
