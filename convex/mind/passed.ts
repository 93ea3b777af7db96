/** Whether what a text looked forward to when it was told has passed since: "on Friday", "tomorrow", "on the 9th of October". */
import { DAY_MS, localDate, WEEKDAYS, weekdayOf, type LocalDate } from "./calendarDay";
import { dateMentions, type DateMention } from "./dateMentions";

/** From which day on nothing of it lies ahead, by the day on which it was said; days since 1 January 1970. */
const SOON: readonly (readonly [RegExp, (said: LocalDate) => number])[] = [
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/iu, ({ day }) => day + 1],
  [/\btomorrow\b/iu, ({ day }) => day + 2],
  [/\bthis (?:week|weekend)\b/iu, ({ day }) => mondayAfter(day)],
  [/\bnext (?:week|weekend)\b/iu, ({ day }) => mondayAfter(day) + 7],
  // Counted from when it is said, or from the Monday after.
  [/\b(?:coming|following) (?:week|seven days)\b/iu, ({ day }) => mondayAfter(day) + 7],
  [/\bthis month\b/iu, ({ year, month }) => firstOf(year, month + 1)],
  [/\b(?:next|coming) month\b/iu, ({ year, month }) => firstOf(year, month + 2)],
];
/** What is looked forward to in a part of the day, the nearest one: "I run in the evening" looks forward to nothing. */
const IN_THE =
  /\b(?:expected|forecast|due|scheduled|will|going to)\b[^.!?\n]{0,80}\b(?:in|by|during|until) the (morning|afternoon|evening)\b/iu;
/** The hours at which the parts of a day end. */
const ENDS: ReadonlyMap<string, number> = new Map([
  ["morning", 12],
  ["afternoon", 18],
  ["evening", 23],
]);
/** What comes again each week: "every Friday", "on Friday mornings". */
const HABIT = /\b(?:every|each) $/iu;
const HABIT_AFTER = /^ (?:mornings|afternoons|evenings|nights)\b/iu;

/**
 * Whether a moment that `text`, said at `saidAt`, names as ahead lies before `now`; both in ms since the epoch. Days are
 * those of `timeZone` (IANA name), where it was said.
 */
export function hasPassed(text: string, saidAt: number, now: number, timeZone: string): boolean {
  const [said, today] = [localDate(saidAt, timeZone), localDate(now, timeZone).day];
  if (SOON.some(([named, over]) => named.test(text) && today >= over(said))) return true;
  const part = IN_THE.exec(text)?.[1]?.toLowerCase();
  const ends = part === undefined ? undefined : ENDS.get(part);
  if (ends !== undefined && today >= said.day + (said.hour < ends ? 1 : 2)) return true;
  return dateMentions(text).some((date) => {
    const over = overOn(date, text, said);
    return over !== null && said.day < over && over <= today;
  });
}

/** The day after the day or month that is meant, the first from `said` on where no year tells; null for what comes again. */
function overOn(
  { at, written, year, month, day }: DateMention,
  text: string,
  said: LocalDate,
): number | null {
  if (month === null) {
    const weekday = WEEKDAYS.indexOf(written.toLowerCase());
    const after = text.slice(at + written.length);
    if (weekday < 0 || HABIT.test(text.slice(0, at)) || HABIT_AFTER.test(after)) return null;
    return said.day + ((weekday - weekdayOf(said.day) + 7) % 7) + 1;
  }
  const overIn = (inYear: number) =>
    day === null ? firstOf(inYear, month + 1) : firstOf(inYear, month) + day;
  if (year !== null) return overIn(year);
  const thisYear = overIn(said.year);
  return thisYear > said.day ? thisYear : overIn(said.year + 1);
}

/** The first day of a month, 1 to 12 and on into the next year. */
function firstOf(year: number, month: number): number {
  return Date.UTC(year, month - 1, 1) / DAY_MS;
}

function mondayAfter(day: number): number {
  return day + 1 + ((8 - weekdayOf(day + 1)) % 7);
}
