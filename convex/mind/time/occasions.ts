/** Whether two things were told within half a day, on one occasion: what was so on another says nothing against it. Days of the calendar are in occurrences. */
import { pastFormsIn } from "../language/milestones";
import { wordsOf } from "../similarity/similarity";
import { DAYS_OWN } from "./occurrences";

/** What is told within half a day is of one day, or of one night. */
const OCCASION_MS = 12 * 3_600_000;
/** Words by which a text without a verb of the past is of its own day. */
const OF_ITS_DAY = new RegExp(`\\b(?:${DAYS_OWN}|this (?:week|weekend|month)|over ?night)\\b`, "iu");

/** Whether two moments (ms since the epoch) may be of one occasion; true where one is unknown. */
export function areOfOneOccasion(a: number | null, b: number | null): boolean {
  return a === null || b === null || Math.abs(a - b) <= OCCASION_MS;
}

/** Whether a text tells of what happened on a day, rather than of what is so until somebody says otherwise. */
export function tellsOfItsDay(text: string): boolean {
  return OF_ITS_DAY.test(text) || pastFormsIn(wordsOf(text)) > 0;
}
