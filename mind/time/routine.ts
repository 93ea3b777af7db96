/** Routine: which part of the day it is where the agent lives, and what its clock shows. */
import type { Routine } from "../enums";

/** Building a formatter costs far more than using one; an agent has one zone, so the map stays small. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clock(timeZone: string): Intl.DateTimeFormat {
  let format = clocks.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
    clocks.set(timeZone, format);
  }
  return format;
}

/** The hour, 0 to 23, that a wall clock in `timeZone` shows at `now` (ms since the epoch). */
function hourAt(now: number, timeZone: string): number {
  if (timeZone !== "UTC") return Number(clock(timeZone).format(now));
  // UTC needs none of the data that Intl loads for its first format, which would be a noticeable part of a start.
  const hour = new Date(now).getUTCHours();
  if (Number.isNaN(hour)) throw new RangeError(`${now} is outside of what a Date can hold.`);
  return hour;
}

/**
 * Morning 05–12, day 12–18, evening 18–23, overnight 23–05, by the wall clock of `timeZone` (an IANA name), daylight
 * saving included.
 * @throws {RangeError} for a zone that does not exist, or a time outside of what a Date can hold.
 */
export function routineAt(now: number, timeZone: string): Routine {
  const hour = hourAt(now, timeZone);
  if (hour < 5 || hour >= 23) return "overnight";
  if (hour < 12) return "morning";
  return hour < 18 ? "day" : "evening";
}

/** Formatters for `localTime`, kept for the same reason. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall shows: the weekday in English, and the time as HH:MM. */
export function localTime(now: number, timeZone: string): { weekday: string; clock: string } {
  let format = calendars.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      weekday: "long",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    calendars.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(now).map((part) => [part.type, part.value]));
  return { weekday: parts.get("weekday") ?? "", clock: `${parts.get("hour")}:${parts.get("minute")}` };
}
