/** Days as people name them: "3 March 2026", and as a calendar holds them. */
import { localTime } from "./routine";

export const DAY_MS = 86_400_000;
/** As `weekdayOf` counts them. */
export const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** Building a formatter costs far more than using one; an agent has one zone, so the map stays small. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day that a wall calendar in `timeZone` (IANA name) shows at `moment` (ms since the epoch). */
export function calendarDay(moment: number, timeZone: string): string {
  return calendarIn(timeZone).format(moment);
}

function calendarIn(timeZone: string): Intl.DateTimeFormat {
  let format = calendars.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "long", year: "numeric" });
    calendars.set(timeZone, format);
  }
  return format;
}

/** "Tuesday, 3 March 2026". */
export function weekdayAndDay(moment: number, timeZone: string): string {
  return `${localTime(moment, timeZone).weekday}, ${calendarDay(moment, timeZone)}`;
}

/** "Tuesday, 3 March 2026, 14:16 (UTC)". */
export function dayAndTime(moment: number, timeZone: string): string {
  return `${weekdayAndDay(moment, timeZone)}, ${localTime(moment, timeZone).clock} (${timeZone})`;
}

/** The day on which something was, where that is not the day of `now`: what it says of "tomorrow" is said of that. */
export function dayIfAnother(moment: number, now: number, timeZone: string): { day?: string } {
  const day = weekdayAndDay(moment, timeZone);
  return day === weekdayAndDay(now, timeZone) ? {} : { day };
}

/** A date on a wall calendar: `month` 1 to 12, `day` in days since 1 January 1970, `hour` 0 to 23. */
export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
}

const dates = new Map<string, Intl.DateTimeFormat>();

/** The date, and the hour of it, that calendar and clock in `timeZone` (IANA name) show at `moment` (ms since the epoch). */
export function localDate(moment: number, timeZone: string): LocalDate {
  if (timeZone === "UTC") {
    const date = new Date(moment);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: Math.floor(moment / DAY_MS),
      hour: date.getUTCHours(),
    };
  }
  let format = dates.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      hourCycle: "h23",
    });
    dates.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const [year = 0, month = 1, dayOfMonth = 1] = [parts.get("year"), parts.get("month"), parts.get("day")];
  return {
    year,
    month,
    day: Math.floor(Date.UTC(year, month - 1, dayOfMonth) / DAY_MS),
    hour: parts.get("hour") ?? 0,
  };
}

/** The day of the week of a `LocalDate.day`: 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Day and hour of `moment` as a wall calendar and a clock in `timeZone` show them: "3 March 2026 at 14:05". */
export function dayAndClock(moment: number, timeZone: string): string {
  return `${calendarDay(moment, timeZone)} at ${localTime(moment, timeZone).clock}`;
}
