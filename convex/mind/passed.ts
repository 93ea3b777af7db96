/** Whether what a text looked forward to when it was told has passed since: "on Friday", "tomorrow", "on the 9th of October". */
import { dateMentions, type DateMention } from "./dateMentions";

const DAY_MS = 86_400_000;

/** After so many days, counted from when it was said, nothing of it lies ahead. */
const SOON: readonly (readonly [RegExp, number])[] = [
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/iu, 1],
  [/\btomorrow\b/iu, 2],
  [/\bthis (?:week|weekend)\b/iu, 7],
  [/\bnext (?:week|weekend)\b/iu, 14],
  [/\bthis month\b/iu, 31],
  [/\bnext month\b/iu, 62],
];
/** What comes again each week: "every Friday", "on Friday mornings". */
const HABIT = /\b(?:every|each) $/iu;
const HABIT_AFTER = /^ (?:mornings|afternoons|evenings|nights)\b/iu;
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** Whether a moment that `text`, said at `saidAt`, names as ahead lies before `now`; both in ms since the epoch. */
export function hasPassed(text: string, saidAt: number, now: number): boolean {
  if (SOON.some(([said, days]) => said.test(text) && now > saidAt + days * DAY_MS)) return true;
  return dateMentions(text).some((date) => {
    const end = endOf(date, text, saidAt);
    return end !== null && saidAt <= end && end < now;
  });
}

/** The end of the day or month that is meant, the first after `saidAt` where no year tells; null for what comes again. */
function endOf({ at, written, year, month, day }: DateMention, text: string, saidAt: number): number | null {
  const said = new Date(saidAt);
  if (month === null) {
    const weekday = WEEKDAYS.indexOf(written.toLowerCase());
    const after = text.slice(at + written.length);
    if (weekday < 0 || HABIT.test(text.slice(0, at)) || HABIT_AFTER.test(after)) return null;
    return startOf(saidAt) + (((weekday - said.getUTCDay() + 7) % 7) + 1) * DAY_MS;
  }
  const endIn = (inYear: number) =>
    day === null ? Date.UTC(inYear, month, 1) : Date.UTC(inYear, month - 1, day + 1);
  if (year !== null) return endIn(year);
  const thisYear = endIn(said.getUTCFullYear());
  return thisYear >= saidAt ? thisYear : endIn(said.getUTCFullYear() + 1);
}

function startOf(moment: number): number {
  return Math.floor(moment / DAY_MS) * DAY_MS;
}
