/** Numbers in text, by their value: figures, words, thousands, percentages, amounts, times of day. */
import { nfkc } from "../../../mind/text/unicode";
import { exact, SCALES, writtenNumbers, type WrittenNumber } from "./numberWords";

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

/** How a figure's scale is written, with those that only a figure has. */
const FACTORS = new Map([...SCALES, ["k", 1e3], ["mn", 1e6], ["m", 1e6], ["bn", 1e9]]);
const LONG_SCALES = [...SCALES.keys()].join("|");

/** Letters before a digit make it a part of a name: "GPT-4", "B2B"; a letter after it but for units does, too: "4th" is read. */
const FIGURE = new RegExp(
  "(?<![\\p{L}\\p{N}_]|\\p{L}[-‑])" +
    "(?<figure>\\d{1,3}(?:[,'’ ]\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d{1,40}(?:[.,]\\d{1,40})?)" +
    `(?:[\\s-]?(?<scale>${LONG_SCALES}|mn|bn)(?!\\p{L})|(?<short>[km])(?![\\p{L}\\p{N}]))?`,
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
  const mention = (at: number, written: string, values: readonly number[], spelledOut: boolean) => {
    const rough = ROUGH.test(plain.slice(Math.max(0, at - 20), at));
    return { at, written, values, spelledOut, rough };
  };
  const times = [...plain.matchAll(TIME)].map((match) =>
    mention(match.index, match[0], timeValues(match), false),
  );
  const rest = blanked(plain, times);
  const figures = [...rest.matchAll(FIGURE)].map((match) =>
    mention(match.index, match[0], figureValues(match), false),
  );
  const words = writtenNumbers(blanked(rest, figures)).map((number) =>
    mention(number.at, number.written, wordValues(number), true),
  );
  return [...times, ...figures, ...words].sort((a, b) => a.at - b.at);
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
  const hours = half === undefined ? hoursOf(hour) : [(hour % 12) + (half === "p" ? 12 : 0)];
  return hours.map((value) => timeOfDay(60 * value + minute));
}

/** "1.250" is a fraction to some and a thousand to others; "5m" are five million or five metres. */
function figureValues(match: RegExpMatchArray): number[] {
  const { figure = "", scale, short } = match.groups ?? {};
  const factor = FACTORS.get(scale ?? short ?? "") ?? 1;
  const grouped = /^\d{1,3}(?:[,'’ ]\d{3})+(?:\.\d+)?$/u.test(figure);
  const value = Number(grouped ? figure.replace(/[,'’ ]/gu, "") : figure.replace(",", "."));
  const thousands = /^[1-9]\d{0,2}\.\d{3}$/.test(figure) ? [Number(figure.replace(".", ""))] : [];
  const metres = short === "m" ? [value] : [];
  return [...[value, ...thousands].map((one) => exact(one * factor)), ...metres];
}

/** "At nine thirty" is a time of day, or nine hundred and thirty. */
function wordValues({ value, form }: WrittenNumber): number[] {
  return form === "clock"
    ? [value, ...hoursOf(Math.floor(value / 100)).map((hour) => timeOfDay(60 * hour + (value % 100)))]
    : [value];
}

/** Of a clock that leaves the half of the day open. */
function hoursOf(hour: number): number[] {
  return hour < 13 ? [hour, (hour + 12) % 24] : [hour];
}
