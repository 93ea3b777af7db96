/** Numbers that are written in words: "twenty-five", "two hundred and six thousand", "1.5 million", "nineteen eighty-four". */

/** A number in words, and where it stands. */
export interface WrittenNumber {
  readonly at: number;
  readonly written: string;
  readonly value: number;
  /** One word ("twelve"), tens and ones, one with a scale ("two hundred"), a year, or an hour and its minutes ("at nine thirty": 930). */
  readonly form: "word" | "compound" | "scaled" | "year" | "clock";
}

const UNDER_TWENTY =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** What one word is worth. */
export const WORD_VALUES: ReadonlyMap<string, number> = new Map([
  ...UNDER_TWENTY.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, i): [string, number] => [word, 20 + 10 * i]),
]);
/** What a scale makes of the number before it. */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ["dozen", 12],
  ["hundred", 100],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);
/** These count where a scale follows. */
const ARTICLES: ReadonlyMap<string, number> = new Map([
  ["a", 1],
  ["an", 1],
  ["half a", 0.5],
  ["half an", 0.5],
]);

/** So does a figure. */
const FIGURE = "\\d{1,15}(?:,\\d{3}){0,4}(?:\\.\\d{1,9})?";
const PART = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\d[.,])(?:half an?|an?|and|oh|${[...WORD_VALUES.keys(), ...SCALES.keys()].join("|")}|${FIGURE})(?![\\p{L}\\p{N}])`,
  "giu",
);
/** "Twenty-first" is no twenty, "two-thirds" are no two. */
const OF_ORDINAL =
  /^-(?:half|halves|quarters?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?(?!\p{L})/iu;
/** Of "ten thirty-minute walks" thirty is the length of each. */
const OF_COMPOUND = /^-\p{L}/u;
/** Before a time of day; elsewhere an hour and minutes are two numbers: "the first one ten years ago". */
const BEFORE_TIME = /\b(?:at|by|until|till|before|after|since|from|around|about) $/iu;
/** Longer than what any of these reads. */
const BESIDE = 12;

interface Part {
  readonly at: number;
  readonly end: number;
  readonly word: string;
  /** Whether it stands right behind the part before. */
  readonly joined: boolean;
}

/** A number that ends before the part `next`. */
interface Reading {
  readonly value: number;
  readonly next: number;
}

/** The numbers that words write in `text`, in order, none within another. Linear in its length. */
export function writtenNumbers(text: string): WrittenNumber[] {
  const parts = partsOf(text);
  const found: WrittenNumber[] = [];
  for (let i = 0; i < parts.length;) {
    const read = pairAt(text, parts, i) ?? scaledAt(parts, i) ?? plainAt(parts, i);
    if (read !== null) {
      const [at, end] = [parts[i]?.at ?? 0, parts[read.next - 1]?.end ?? 0];
      found.push({ at, written: text.slice(at, end), value: exact(read.value), form: read.form });
    }
    i = read?.next ?? i + 1;
  }
  return found;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const match of text.matchAll(PART)) {
    const [at, end] = [match.index, match.index + match[0].length];
    if (OF_ORDINAL.test(text.slice(end, end + BESIDE))) continue;
    const before = parts.at(-1)?.end;
    const joined = before !== undefined && /^[\s-]$/u.test(text.slice(before, Math.min(at, before + 2)));
    parts.push({ at, end, word: match[0].toLowerCase(), joined });
  }
  return parts;
}

type Read = Reading & Pick<WrittenNumber, "form">;

/** "Nineteen eighty-four", "twenty ten", "nineteen oh five"; "at nine thirty" likewise. */
function pairAt(text: string, parts: readonly Part[], from: number): Read | null {
  const first = valueAt(parts, from);
  const second = isJoined(parts, from + 1)
    ? (ohAt(parts, from + 1) ?? belowHundredAt(parts, from + 1))
    : null;
  if (first === null || second === null || first < 1 || first > 20) return null;
  const { value, next } = second;
  const [at, end] = [parts[from]?.at ?? 0, parts[next - 1]?.end ?? 0];
  if ((value < 10 && parts[from + 1]?.word !== "oh") || scaleAt(parts, next) !== null) return null;
  if (OF_COMPOUND.test(text.slice(end, end + BESIDE))) return null;
  if (first > 14) return { value: 100 * first + value, next, form: "year" };
  const isTime = first < 13 && value < 60 && BEFORE_TIME.test(text.slice(Math.max(0, at - BESIDE), at));
  return isTime ? { value: 100 * first + value, next, form: "clock" } : null;
}

function ohAt(parts: readonly Part[], from: number): Reading | null {
  const digit = parts[from]?.word === "oh" && isJoined(parts, from + 1) ? valueAt(parts, from + 1) : null;
  return digit === null || digit < 1 || digit > 9 ? null : { value: digit, next: from + 2 };
}

/** Groups of ever smaller scales: "one million two hundred and six thousand and five". */
function scaledAt(parts: readonly Part[], from: number): Read | null {
  let [total, next] = [0, from];
  let start: number | null = from;
  let smallest = Infinity;
  while (start !== null) {
    const group = groupAt(parts, start, start === from);
    if (group === null || group.scale >= smallest) break;
    total += group.value;
    ({ next, scale: smallest } = group);
    // A group without a scale is the last, and a figure's the only one.
    start = smallest === 1 || isFigure(parts, from) ? null : followingAt(parts, next);
  }
  return next === from ? null : { value: total, next, form: "scaled" };
}

/** Where what has a scale goes on: "two hundred five", "two hundred and five". */
function followingAt(parts: readonly Part[], next: number): number | null {
  const start = parts[next]?.word === "and" && isJoined(parts, next) ? next + 1 : next;
  return isJoined(parts, start) ? start : null;
}

/** Hundreds and what is below them, and the scale from thousand on, 1 where there is none. The first of a number has some scale. */
function groupAt(
  parts: readonly Part[],
  from: number,
  isFirst: boolean,
): (Reading & { scale: number }) | null {
  const head = (isFirst ? countAt(parts, from) : null) ?? belowHundredAt(parts, from);
  if (head === null) return null;
  let { value, next } = head;
  const small = scaleAt(parts, next);
  if (small === null && isFirst) return null;
  if (small === 12 || small === 100) [value, next] = [value * small, next + 1];
  if (small === 100) {
    const start = isFigure(parts, from) ? null : followingAt(parts, next);
    const rest = start === null ? null : belowHundredAt(parts, start);
    const ownScale = rest === null ? null : scaleAt(parts, rest.next);
    // "One hundred and two hundred" are two numbers.
    if (rest !== null && ownScale !== 100 && ownScale !== 12) [value, next] = [value + rest.value, rest.next];
  }
  let scale = 1;
  for (let above = scaleAt(parts, next); above !== null && above > 100; above = scaleAt(parts, next))
    [scale, next] = [scale * above, next + 1];
  return { value: value * scale, next, scale };
}

function plainAt(parts: readonly Part[], from: number): Read | null {
  const plain = belowHundredAt(parts, from);
  return plain === null ? null : { ...plain, form: plain.next > from + 1 ? "compound" : "word" };
}

/** An article or a figure. */
function countAt(parts: readonly Part[], from: number): Reading | null {
  const word = parts[from]?.word ?? "";
  const value = ARTICLES.get(word) ?? (isFigure(parts, from) ? Number(word.replaceAll(",", "")) : undefined);
  return value === undefined ? null : { value, next: from + 1 };
}

function isFigure(parts: readonly Part[], at: number): boolean {
  return /^\d/.test(parts[at]?.word ?? "");
}

function belowHundredAt(parts: readonly Part[], from: number): Reading | null {
  const value = valueAt(parts, from);
  if (value === null) return null;
  const ones = value >= 20 && isJoined(parts, from + 1) ? (valueAt(parts, from + 1) ?? 0) : 0;
  return ones < 1 || ones > 9 ? { value, next: from + 1 } : { value: value + ones, next: from + 2 };
}

function valueAt(parts: readonly Part[], at: number): number | null {
  return WORD_VALUES.get(parts[at]?.word ?? "") ?? null;
}

function scaleAt(parts: readonly Part[], at: number): number | null {
  return isJoined(parts, at) ? (SCALES.get(parts[at]?.word ?? "") ?? null) : null;
}

function isJoined(parts: readonly Part[], at: number): boolean {
  return parts[at]?.joined ?? false;
}

/** 1.1 million is 1,100,000 and not a fraction more. */
export function exact(value: number): number {
  return Number(value.toPrecision(12));
}
