/** Numbers in text, by their value: figures, words, thousands, percentages, amounts, times of day. */
import { nfkc } from "./normalised";

/** A number as written, and where it stands. */
export interface NumberMention {
  readonly at: number;
  readonly written: string;
  /** Values it may mean: one, or two where the spelling leaves it open ("2:30" is morning or afternoon). */
  readonly values: readonly number[];
  readonly spelledOut: boolean;
  /** Whether it says of itself that it is no exact figure: "about 1,500". */
  readonly rough: boolean;
}

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SMALL = new Map([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, i): [string, number] => [word, 20 + 10 * i]),
]);
const SCALES = new Map([
  ["hundred", 100],
  ["thousand", 1e3],
  ["k", 1e3],
  ["million", 1e6],
  ["mn", 1e6],
  ["m", 1e6],
  ["billion", 1e9],
  ["bn", 1e9],
  ["trillion", 1e12],
  ["dozen", 12],
]);
const WORDS = [...SMALL.keys()].join("|");
const LONG_SCALES = "hundred|thousand|million|billion|trillion|dozen";

/** Letters before a digit make it a part of a name: "GPT-4", "B2B"; a letter after it but for units does, too: "4th" is read. */
const FIGURE = new RegExp(
  "(?<![\\p{L}\\p{N}_]|\\p{L}[-‑])" +
    "(?<figure>\\d{1,3}(?:[,'’ ]\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d{1,40}(?:[.,]\\d{1,40})?)" +
    `(?:[\\s-]?(?<scale>${LONG_SCALES}|mn|bn)(?!\\p{L})|(?<short>[km])(?![\\p{L}\\p{N}]))?`,
  "gu",
);
const SPELLED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${WORDS})(?:[\\s-](?:and\\s)?(?:${WORDS}|${LONG_SCALES})(?!\\p{L}))*)(?![\\p{L}\\p{N}])`,
  "gu",
);
const TIME =
  /(?<![\p{L}\p{N}:.,])(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s?([ap])\.?m\b\.?|(?<![\p{L}\p{N}:])(\d{1,2}):(\d{2})(?::\d{2})?(?![\p{N}:])/gu;
const ROUGH =
  /\b(?:about|around|roughly|approximately|nearly|almost|some|over|under|just over|just under|more than|less than|close to|circa|up to)\s+[$€£¥]?$/u;
/** Times of day are apart from other numbers, so that 14:30 is not 870. */
const TIME_BASE = 1e9 + 0.5;

/** The value of the time of day so many minutes after midnight. */
export function timeOfDay(minutes: number): number {
  return TIME_BASE + minutes;
}

/** Signs like "№" and "℃", which are written out as letters: such make no name of the digits after them. */
function withSignsApart(text: string): string {
  return text.replace(/\p{So}/gu, (sign) => (/\p{L}/u.test(nfkc(sign)) ? ` ${sign} ` : sign));
}

/** The numbers in `text`, in order. Linear in its length. */
export function numberMentions(text: string): NumberMention[] {
  const plain = nfkc(withSignsApart(text)).toLowerCase();
  const times = [...plain.matchAll(TIME)].map((match) => mention(plain, match, timeValues(match), false));
  const rest = blanked(plain, times);
  const figures = [...rest.matchAll(FIGURE)].map((match) =>
    mention(plain, match, figureValues(match), false),
  );
  const words = [...blanked(rest, figures).matchAll(SPELLED)].map((match) =>
    mention(plain, match, [spelledValue(match[0])], true),
  );
  return [...times, ...figures, ...words].sort((a, b) => a.at - b.at);
}

function mention(
  text: string,
  match: RegExpMatchArray,
  values: readonly number[],
  spelledOut: boolean,
): NumberMention {
  const at = match.index ?? 0;
  const rough = ROUGH.test(text.slice(Math.max(0, at - 20), at));
  return { at, written: match[0], values, spelledOut, rough };
}

function blanked(text: string, mentions: readonly NumberMention[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, written } of mentions) {
    pieces.push(text.slice(from, at), " ".repeat(written.length));
    from = at + written.length;
  }
  return pieces.join("") + text.slice(from);
}

function timeValues(match: RegExpMatchArray): number[] {
  const hour = Number(match[1] ?? match[4]);
  const minute = Number(match[2] ?? match[5] ?? 0);
  const half = match[3];
  const hours =
    half === undefined
      ? hour < 13
        ? [hour, (hour + 12) % 24]
        : [hour]
      : [(hour % 12) + (half === "p" ? 12 : 0)];
  return hours.map((value) => timeOfDay(60 * value + minute));
}

/** "1.250" is a fraction to some and a thousand to others. */
function figureValues(match: RegExpMatchArray): number[] {
  const { figure = "", scale, short } = match.groups ?? {};
  const factor = SCALES.get(scale ?? short ?? "") ?? 1;
  const grouped = /^\d{1,3}(?:[,'’ ]\d{3})+(?:\.\d+)?$/u.test(figure);
  const value = Number(grouped ? figure.replace(/[,'’ ]/gu, "") : figure.replace(",", "."));
  const thousands = /^[1-9]\d{0,2}\.\d{3}$/.test(figure) ? [Number(figure.replace(".", ""))] : [];
  return [value, ...thousands].map((one) => exact(one * factor));
}

/** "two hundred and five thousand": hundreds multiply what stands before them, greater scales close a group. */
function spelledValue(written: string): number {
  let total = 0;
  let group = 0;
  for (const word of written.split(/[\s-]+/)) {
    const small = SMALL.get(word);
    const scale = SCALES.get(word);
    if (small !== undefined) group += small;
    else if (scale === 100 || scale === 12) group = Math.max(1, group) * scale;
    else if (scale !== undefined) {
      total += Math.max(1, group) * scale;
      group = 0;
    }
  }
  return total + group;
}

/** 1.1 million is 1,100,000 and not a fraction more. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
