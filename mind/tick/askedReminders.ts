/** The reminders that notes ask for in words, where no model reads them. */
import { cut } from "../promptText/sections";
import { oneLine } from "../text/phrasing";
import { momentsIn } from "../time/timeExpression";
import { LIMITS } from "./answer";
import { isFit, shortened } from "./answerLimits";
import { requestOf } from "./events";
import { isAhead } from "./reminders";
import type { Situation } from "./situation";

/** A reminder to set, or why none can be: completes "no reminder is set, since …". */
export type AskedReminder =
  | { readonly kind: "set"; readonly text: string; readonly at: number }
  | { readonly kind: "none"; readonly because: string };

/** Characters in which a time is looked for: a note names it early, and chrono is slow on long texts. */
const READ_LENGTH = 400;
/** Words between the time and what to be reminded of. */
const LINK = /^(?:to|that|about|of|daran|an|dass)[\s,]+/iu;

const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
/** A spoken time, with the part of the day: without it, "at six" may be either. */
const SPOKEN = new RegExp(
  String.raw`\bat (half past |quarter past |quarter to )?(${HOURS.join("|")}) in the (morning|afternoon|evening)\b`,
  "giu",
);
const MINUTES = new Map([
  ["half past ", 30],
  ["quarter past ", 15],
  ["quarter to ", -15],
]);

/** `text` with "at half past six in the evening" as "at 18:30", since chrono reads no spoken times. */
function withClockTimes(text: string): string {
  return text.replace(SPOKEN, (_, part: string | undefined, word: string, of: string) => {
    const hour = ((HOURS.indexOf(word.toLowerCase()) + 1) % 12) + (of.toLowerCase() === "morning" ? 0 : 12);
    const minutes = (hour * 60 + (MINUTES.get(part?.toLowerCase() ?? "") ?? 0) + 1_440) % 1_440;
    return `at ${[Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, "0")).join(":")}`;
  });
}

/** What came of the requests of notes to be reminded, by the note's number from 1. A span counts from the note's arrival. */
export function askedReminders(situation: Situation): Map<number, AskedReminder> {
  const asked = situation.events.flatMap((event, i): [number, AskedReminder][] => {
    const request = requestOf(event, "remind");
    if (request === undefined) return [];
    const [{ language }, { content, receivedAt }] = [request, event];
    // The full stop of "am 3. Juni" ends no sentence.
    const isCut = /\d\.\s*$/u.test(request.about);
    const about = withClockTimes(isCut ? content.slice(content.indexOf(request.about)) : request.about);
    const [moment, ...others] = momentsIn(cut(about, READ_LENGTH), language, receivedAt, situation.timeZone);
    const none = (because: string): [number, AskedReminder][] => [[i + 1, { kind: "none", because }]];
    if (moment === undefined) return none("I found no time in your words that I can read");
    if (others.length > 0) return none("your words name more than one time");
    if (moment.at <= situation.now) return none("that time has passed");
    if (!isAhead(moment.at, situation)) return none("that time is more than ten years ahead");
    const rest = oneLine(about.replace(moment.words, " "))
      .replace(LINK, "")
      .replace(/\s+(?=[.!?]*$)/u, "");
    const text = shortened(/[\p{L}\p{N}]/u.test(rest) ? rest : oneLine(content), LIMITS.reminder);
    if (!isFit(text)) return none("a reminder can't hold your words");
    return [[i + 1, { kind: "set", text, at: moment.at }]];
  });
  return new Map(asked);
}
