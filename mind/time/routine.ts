/** Routine: the part of the day in the agent's time zone. */
import type { Routine } from "../enums";
import { localDate } from "./calendarDay";

/**
 * Morning 05–12, day 12–18, evening 18–23, overnight 23–05, in local time of `timeZone` (IANA name), daylight saving included.
 * @throws {RangeError} for an unknown zone, or a time outside the range of Date.
 */
export function routineAt(now: number, timeZone: string): Routine {
  const { hour } = localDate(now, timeZone);
  if (hour < 5 || hour >= 23) return "overnight";
  if (hour < 12) return "morning";
  return hour < 18 ? "day" : "evening";
}
