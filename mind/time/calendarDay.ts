/** Local dates and times of an agent's time zone, and how texts write them. */

export const DAY_MS = 86_400_000;
/** In the order of `weekdayOf`. */
export const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
export const MONTHS =
  "January February March April May June July August September October November December".split(" ");

/** A local date and time: `month` 1 to 12, `day` in days since 1 January 1970, `hour` 0 to 23. */
export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** Creating a formatter costs far more than using it. An agent has one time zone, so the map stays small. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      hourCycle: "h23",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/**
 * The local date and time in `timeZone` (IANA name) at `moment` (ms since the epoch), daylight saving included.
 * @throws {RangeError} for an unknown zone, or a time outside the range of Date.
 */
export function localDate(moment: number, timeZone: string): LocalDate {
  if (timeZone === "UTC") {
    // Intl loads data for its first format, a noticeable part of a start. UTC needs none of it.
    const date = new Date(moment);
    if (Number.isNaN(date.getTime())) throw new RangeError(`${moment} is outside the range of Date.`);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: Math.floor(moment / DAY_MS),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
    };
  }
  const parts = formatterFor(timeZone).formatToParts(moment);
  const partOf = (name: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find(({ type }) => type === name)?.value);
  const [year, month] = [partOf("year"), partOf("month")];
  const day = Math.floor(Date.UTC(year, month - 1, partOf("day")) / DAY_MS);
  return { year, month, day, hour: partOf("hour"), minute: partOf("minute") };
}

/** A local date and time, without a zone. */
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;

/**
 * The moment (ms since the epoch) of a local time such as "2026-03-29T02:30" in `timeZone` (IANA name); null where the text is
 * no such time. Of the two moments that a local time has when clocks go back, the first; a time that is skipped when they go
 * forward counts from before the change, as in RFC 5545.
 */
export function localMoment(text: string, timeZone: string): number | null {
  const parts = LOCAL.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0] = parts;
  const asUtc = Date.UTC(year, month - 1, date, hour, minute);
  const read = new Date(asUtc);
  // Date.UTC carries 31 February over into March.
  if (hour > 23 || minute > 59 || read.getUTCMonth() !== month - 1 || read.getUTCDate() !== date) return null;
  const before = asUtc - offsetAt(asUtc - DAY_MS, timeZone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, timeZone);
  const exact = [Math.min(before, after), Math.max(before, after)].find(
    (moment) => moment + offsetAt(moment, timeZone) === asUtc,
  );
  return exact ?? before;
}

/** How far local time is ahead of UTC, in milliseconds. */
export function offsetAt(moment: number, timeZone: string): number {
  const { day, hour, minute } = localDate(moment, timeZone);
  return day * DAY_MS + (hour * 60 + minute) * 60_000 - Math.floor(moment / 60_000) * 60_000;
}

/** The day of the week of a `LocalDate.day`: 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The English weekday, and the time as HH:MM. */
export function localTime(moment: number, timeZone: string): { weekday: string; clock: string } {
  const { day, hour, minute } = localDate(moment, timeZone);
  const clock = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
  return { weekday: WEEKDAYS[weekdayOf(day)] ?? "", clock };
}

/** "3 March 2026". */
export function calendarDay(moment: number, timeZone: string): string {
  const { year, month, day } = localDate(moment, timeZone);
  return `${new Date(day * DAY_MS).getUTCDate()} ${MONTHS[month - 1]} ${year}`;
}

/** "Tuesday, 3 March 2026". */
export function weekdayAndDay(moment: number, timeZone: string): string {
  return `${localTime(moment, timeZone).weekday}, ${calendarDay(moment, timeZone)}`;
}

/** "Tuesday, 3 March 2026, 14:16 (UTC)". */
export function dayAndTime(moment: number, timeZone: string): string {
  return `${weekdayAndDay(moment, timeZone)}, ${localTime(moment, timeZone).clock} (${timeZone})`;
}

/** "3 March 2026 at 14:05". */
export function dayAndClock(moment: number, timeZone: string): string {
  return `${calendarDay(moment, timeZone)} at ${localTime(moment, timeZone).clock}`;
}

/** The day of `moment`, unless that is the day of `now`: an older text means its own "tomorrow", not today's. */
export function dayIfAnother(moment: number, now: number, timeZone: string): { day?: string } {
  const day = weekdayAndDay(moment, timeZone);
  return day === weekdayAndDay(now, timeZone) ? {} : { day };
}
