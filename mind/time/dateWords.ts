/** English words that name a day or a month. */
import { MONTHS, WEEKDAYS } from "./calendarDay";

const MONTH_WORDS = new Set(MONTHS.map((month) => month.toLowerCase()));
const DAY_WORDS = new Set([
  ...WEEKDAYS.map((day) => day.toLowerCase()),
  ...["today", "tonight", "tomorrow", "yesterday"],
]);

/** Whether `token` (lower case) is a weekday, a month, or a word like "tomorrow". */
export function isDateWord(token: string): boolean {
  return DAY_WORDS.has(token) || isMonth(token);
}

/** Whether `token` (lower case) is a month. */
export function isMonth(token: string): boolean {
  return MONTH_WORDS.has(token);
}
