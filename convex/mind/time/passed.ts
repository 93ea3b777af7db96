/** Whether what a text looked forward to when it was told has passed since: "on Friday", "tomorrow", "on the 9th of October". */
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { DAY_MS, localDate, weekdayOf, type LocalDate } from "../../../mind/time/calendarDay";
import { endOf, namedDays, type NamedDay } from "./meantDays";
import { isArranged, isToldAsOver } from "./tenseAround";

/** Stretches of time that are ahead, and the day from which on they are over; days since 1 January 1970. */
const STRETCHES: readonly (readonly [RegExp, (said: LocalDate) => number])[] = [
  [/\bthis week\b/iu, ({ day }) => mondayAfter(day)],
  // Counted from when it is said, or from the Monday after.
  [/\b(?:next|coming|following) (?:week|seven days)\b/iu, ({ day }) => mondayAfter(day) + 7],
  [/\bcoming month\b/iu, ({ year, month }) => Date.UTC(year, month + 1, 1) / DAY_MS],
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
/** Words for a day that always lies ahead, whatever the verb. */
const AHEAD = /\b(?:tomorrow|next|coming)\b/iu;
/** What comes again and again. */
const HABIT =
  /\b(?:every|each|always|usually|often|mostly|normally|generally|regularly|never|(?:once|twice|times) an?|of the (?:week|month))\b/iu;
const YEARLY = /\b(?:birthdays?|anniversary|name day|yearly|annual(?:ly)?|born)\b/iu;
/** Of a day of the week alone: "Garbage day is Tuesday", "the second Friday", "from Monday to Friday", "on Friday mornings". */
const WEEKLY_BEFORE =
  /(?:\b(?:is|are|first|second|third|fourth|fifth|other)|day (?:to|till|until|through)|day ?[–-]) ?$/iu;
const WEEKLY_AFTER =
  /^(?: (?:mornings|afternoons|evenings|nights)\b| ?(?:to|till|until|through|[–-]) ?\p{L}+day\b)/iu;

/**
 * Whether the moments that `text`, said at `saidAt`, names as ahead all lie before `now`, and there is one; both in ms since
 * the epoch. Days are those of `timeZone` (IANA name), where it was said. What is told as over or comes again never passes.
 */
export function hasPassed(text: string, saidAt: number, now: number, timeZone: string): boolean {
  const said = localDate(saidAt, timeZone);
  const ends = text.split(SENTENCE_BREAK).flatMap((sentence) => [
    ...stretchEnds(sentence, said),
    ...partEnds(sentence, said),
    ...namedDays(sentence, saidAt, timeZone)
      .filter((named) => looksAhead(named, sentence))
      .flatMap(({ days }) => days.map((day) => endOf(day) / DAY_MS)),
  ]);
  const last = Math.max(...ends);
  return last > said.day && Number.isFinite(last) && localDate(now, timeZone).day >= last;
}

function stretchEnds(sentence: string, said: LocalDate): number[] {
  return STRETCHES.flatMap(([named, over]) => {
    const match = named.exec(sentence);
    if (match === null) return [];
    const { index, 0: written } = match;
    const isAhead = AHEAD.test(written) || !isToldAsOver(sentence, index, index + written.length);
    return isAhead ? [over(said)] : [];
  });
}

function partEnds(sentence: string, said: LocalDate): number[] {
  const ends = ENDS.get(IN_THE.exec(sentence)?.[1]?.toLowerCase() ?? "");
  return ends === undefined ? [] : [said.day + (said.hour < ends ? 1 : 2)];
}

/** Whether a day is named for what is to come once, and not for what was or comes again. */
function looksAhead({ at, written, kind }: NamedDay, sentence: string): boolean {
  if (AHEAD.test(written) || isArranged(sentence, at)) return true;
  if (HABIT.test(sentence) || /\blast\b/iu.test(written)) return false;
  const [before, after] = [sentence.slice(0, at), sentence.slice(at + written.length)];
  const isBare = kind === "weekday" && !written.includes(" ");
  if ((isBare && WEEKLY_BEFORE.test(before)) || (kind === "weekday" && WEEKLY_AFTER.test(after)))
    return false;
  if (kind === "date" && YEARLY.test(sentence) && !/\d{4}/u.test(written)) return false;
  return !isToldAsOver(sentence, at, at + written.length);
}

function mondayAfter(day: number): number {
  return day + 1 + ((8 - weekdayOf(day + 1)) % 7);
}
