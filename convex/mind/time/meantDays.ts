/** The days that a text means, read by somebody who knows when it was said: "tomorrow", "on Friday", "in three days", "12 March". */
import { dateMentions, type DateMention } from "../language/dateMentions";
import { numberMentions } from "../numbers/numberMentions";
import { DAY_MS, midnightOf, WEEKDAYS } from "../../../mind/time/calendarDay";

/** A day, or a month or a year, as far as it is given. `month` is 1 to 12. */
export type MeantDay = Pick<DateMention, "year" | "month" | "day">;

/** Words for a day, or for the two that they leave open, in one place of a text. */
export interface NamedDay {
  readonly at: number;
  readonly written: string;
  readonly kind: "word" | "weekday" | "span" | "stretch" | "date";
  readonly days: readonly MeantDay[];
}

/** Days from the one on which it was said. */
const WORDS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\b(?:today|tonight|this (?:morning|noon|afternoon|evening))\b/giu, [0]],
  [/(?<!day after )\btomorrow\b/giu, [1]],
  [/\bday after tomorrow\b/giu, [2]],
  [/(?<!day before )\byesterday\b/giu, [-1]],
  // After midnight the night that has just been belongs to today.
  [/\blast night\b/giu, [-1, 0]],
  [/\bday before yesterday\b/giu, [-2]],
];
const WEEKDAY =
  /(?<![\p{L}\p{N}])(?:(?<which>next|last|this|on|by|until|till) )?(?<name>(?:sun|mon|tues|wednes|thurs|fri|satur)day|weekend|(?<=(?:next|last|this|on|by|until|till) )(?:sun|mon|tues?|wed|thu(?:rs?)?|fri|sat))(?![\p{L}\p{N}])/giu;
const COUNT = "an?|a couple of|\\p{L}{1,16}(?:-\\p{L}{1,16})?|\\d{1,3}";
const UNIT = "day|week|month|year";
const SPAN = new RegExp(
  "(?<![\\p{L}\\p{N}])(?:" +
    `(?:in|within|after) (?:about )?(?<count>${COUNT}) (?<unit>${UNIT})s?|` +
    `(?<counted>${COUNT}) (?<units>${UNIT})s? (?<after>ago|earlier|later|from (?:now|today))` +
    ")(?![\\p{L}\\p{N}])",
  "giu",
);
const STRETCH = /\b(?<which>this|next|last) (?<unit>month|year)\b/giu;
const ORDINAL = /\bthe (?<day>[12]?\d|3[01])(?:st|nd|rd|th)\b(?! of\b| (?:century|floor|time))/giu;
/** A longer text is no message about somebody's days, and all of it would be looked through for each claim. */
const READ_LENGTH = 20_000;

/**
 * The days, months and years that `text` means, said at `saidAt` (ms since the epoch), in `timeZone`; the day of `saidAt` is one.
 * Where the words leave two open ("on Friday", "12 March"), the one before and the one after are both meant.
 */
export function meantDays(text: string, saidAt: number, timeZone: string): MeantDay[] {
  const named = namedDays(text, saidAt, timeZone);
  return [dayAt(midnightOf(saidAt, timeZone)), ...named.flatMap(({ days }) => days)];
}

/** The same by the words that name them. */
export function namedDays(text: string, saidAt: number, timeZone: string): NamedDay[] {
  const today = midnightOf(saidAt, timeZone);
  const read = text.slice(0, READ_LENGTH);
  const found = (pattern: RegExp, kind: NamedDay["kind"], days: (match: RegExpMatchArray) => MeantDay[]) =>
    [...read.matchAll(pattern)].map((match) => ({
      at: match.index,
      written: match[0],
      kind,
      days: days(match),
    }));
  const inDays = (offsets: readonly number[]) => offsets.map((offset) => dayAt(today + offset * DAY_MS));
  return [
    ...WORDS.flatMap(([word, offsets]) => found(word, "word", () => inDays(offsets))),
    ...found(WEEKDAY, "weekday", ({ groups = {} }) =>
      inDays(weekdayOffsets((groups.name ?? "").toLowerCase(), groups.which?.toLowerCase(), today)),
    ),
    ...found(SPAN, "span", (match) => spanEnds(match, today)),
    ...found(STRETCH, "stretch", (match) => stretches(match, today)),
    ...found(ORDINAL, "date", ({ groups = {} }) => daysOfMonths(Number(groups.day), today)),
    ...dateMentions(read).map((date) => ({
      at: date.at,
      written: date.written,
      kind: "date" as const,
      days: inYears(date, today),
    })),
  ];
}

/** Its midnight in UTC (ms since the epoch); null where no day is given. */
export function midnightOfDay({ year, month, day }: MeantDay): number | null {
  return year === null || month === null || day === null ? null : Date.UTC(year, month - 1, day);
}

/** The name of a day of the week, in lower case; null where no day is given. */
export function weekdayName(date: MeantDay): string | null {
  const midnight = midnightOfDay(date);
  return midnight === null ? null : (WEEKDAYS[new Date(midnight).getUTCDay()] ?? null);
}

function dayAt(midnight: number): MeantDay {
  const date = new Date(midnight);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** "Friday" is the coming one or the last one; "next Friday" may also be that of the week after, and is never today. */
function weekdayOffsets(name: string, which: string | undefined, today: number): number[] {
  if (name === "weekend")
    return weekdayOffsets("sun", which, today).flatMap((sunday) => [sunday - 1, sunday]);
  const weekday = WEEKDAYS.findIndex((day) => day.startsWith(name));
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  if (which === "last") return [ahead - 7, ...(ahead === 0 ? [] : [ahead - 14])];
  if (which === "next") return [...(ahead === 0 ? [] : [ahead]), ahead + 7];
  return [ahead, ahead - 7];
}

/** "In three days", "two weeks ago". */
function spanEnds({ groups = {} }: RegExpMatchArray, today: number): MeantDay[] {
  const count = countOf(groups.count ?? groups.counted ?? "");
  const unit = (groups.unit ?? groups.units ?? "").toLowerCase();
  if (count === null) return [];
  const steps = /^(?:ago|earlier)$/iu.test(groups.after ?? "") ? -count : count;
  const date = new Date(today);
  if (unit === "day" || unit === "week") return [dayAt(today + steps * (unit === "week" ? 7 : 1) * DAY_MS)];
  if (unit === "year") return [{ year: date.getUTCFullYear() + steps, month: null, day: null }];
  return [monthAt(date, steps)];
}

function countOf(written: string): number | null {
  if (/^an?$/iu.test(written)) return 1;
  if (/^a couple of$/iu.test(written)) return 2;
  return numberMentions(written)[0]?.values[0] ?? null;
}

function monthAt(date: Date, steps: number): MeantDay {
  return { ...dayAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps, 1)), day: null };
}

/** "Next month", "last year". */
function stretches({ groups = {} }: RegExpMatchArray, today: number): MeantDay[] {
  const steps = { this: 0, next: 1, last: -1 }[groups.which?.toLowerCase() ?? ""] ?? 0;
  const date = new Date(today);
  if (groups.unit?.toLowerCase() === "month") return [monthAt(date, steps)];
  return [{ year: date.getUTCFullYear() + steps, month: null, day: null }];
}

/** "The 24th" is the last one or the coming one. */
function daysOfMonths(day: number, today: number): MeantDay[] {
  const date = new Date(today);
  // The 31st may be two months away.
  const days = [-2, -1, 0, 1, 2].map((steps) => ({ ...monthAt(date, steps), day }));
  return lastAndNext(days.filter(isReal), today);
}

/** From one 29 February to the next there may be eight. */
const NEAR_YEARS = Array.from({ length: 17 }, (_, i) => i - 8);

/** A date without a year is that of the last such day or of the next. */
function inYears({ year, month, day }: DateMention, today: number): MeantDay[] {
  if (month === null) return [];
  if (year !== null) return [{ year, month, day }];
  const thisYear = new Date(today).getUTCFullYear();
  const days = NEAR_YEARS.map((away) => ({ year: thisYear + away, month, day }));
  return lastAndNext(days.filter(isReal), today);
}

/** Of days or months in order the last that has begun and the first that is not over. */
function lastAndNext(days: readonly MeantDay[], today: number): MeantDay[] {
  return [
    days.findLast((meant) => Date.UTC(meant.year ?? 0, (meant.month ?? 1) - 1, meant.day ?? 1) <= today),
    days.find((meant) => endOf(meant) > today),
  ].flatMap((meant) => meant ?? []);
}

/** The midnight in UTC at which a day, a month or a year ends (ms since the epoch). */
export function endOf({ year, month, day }: MeantDay): number {
  if (month === null) return Date.UTC((year ?? 0) + 1, 0, 1);
  return day === null ? Date.UTC(year ?? 0, month, 1) : Date.UTC(year ?? 0, month - 1, day + 1);
}

function isReal({ year, month, day }: MeantDay): boolean {
  if (year === null || month === null || day === null) return true;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
