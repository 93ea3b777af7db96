/** What makes two remarks the same joke, and how long it takes until one may be made again. */
import { shapeOf } from "../../../mind/text/phrasing";
import { isDate } from "../time/calendarWords";

const HOUR_MS = 3_600_000;
/** A joke about nothing is made once in so long: who hears it again has heard it. */
export const WEEKS_MS = 28 * 24 * HOUR_MS;
/** What came in is told of again sooner: it is about something else each time. */
const EVENTFUL_MS = 3 * 24 * HOUR_MS;
/** More remarks a day on nothing would be chatter. */
const MOST_QUIET = 3;
const DAY_MS = 24 * HOUR_MS;

/** A remark that was made: its joke, when, and whether nothing had come in. */
export interface Made {
  readonly joke: string;
  readonly at: number;
  readonly quiet: boolean;
}

/** What is left of a remark without figures, quotations, and days: the joke itself. */
export function jokeOf(remark: string): string {
  return shapeOf(remark).replace(/\p{L}+/gu, (word) => (isDate(word) ? "#" : word));
}

/** Whether `remark` may be made at `now`, after those in `made`; `quiet` where nothing has come in. */
export function isFresh(
  remark: string,
  made: readonly Made[],
  { now, quiet }: { now: number; quiet: boolean },
): boolean {
  const joke = jokeOf(remark);
  const restMs = quiet ? WEEKS_MS : EVENTFUL_MS;
  return !made.some((one) => one.joke === joke && now - one.at < restMs);
}

/** Whether nothing more is said today about nothing having come in. */
export function isQuietEnough(made: readonly Made[], now: number): boolean {
  return made.filter(({ quiet, at }) => quiet && now - at < DAY_MS).length >= MOST_QUIET;
}
