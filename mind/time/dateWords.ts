/** English words that name a day or a month. */
import { WEEKDAYS } from "./calendarDay";

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const DATE_WORDS = new Set([...WEEKDAYS, ...MONTHS, "today", "tonight", "tomorrow", "yesterday"]);

/** Whether `token` (lower case) names a weekday, a month, or a day as seen from now. */
export function isDateWord(token: string): boolean {
  return DATE_WORDS.has(token);
}

/** Whether `token` (lower case) names a month. */
export function isMonth(token: string): boolean {
  return MONTHS.includes(token);
}
