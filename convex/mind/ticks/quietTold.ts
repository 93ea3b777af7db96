/** What the log of a tick tells where nothing came in to read: the stretch of quiet, what stood before it, what was stored meanwhile. */
import { givenClause } from "../events/given";
import type { Situation } from "../../../mind/tick/situation";
import { ago, duration, fullStop, numberWord, quoted, spanBetween } from "../../../mind/text/phrasing";
import { routineAt } from "../../../mind/time/routine";
import { quietStretch, type QuietStretch } from "./quiet";

/** In a long quiet what stood before it is told once in so many ticks: told at each, it would be most of the log. */
const REMINDED_EVERY = 12;

/** The stretch of quiet, and what stood before it. "" where there are events. */
export function quietTold(situation: Situation): string {
  const given = givenClause(situation.given);
  if (situation.first)
    return given === ""
      ? "Nothing has come in yet: no notes, no feeds."
      : `No note and no feed has come in yet, but I have been ${given}.`;
  const stretch = quietStretch(situation);
  const { ticks, ms } = stretch;
  const but = given === "" ? "" : `, but since the last tick I was ${given}`;
  const quiet =
    ticks === 1
      ? given === ""
        ? "No note and no feed has come in since the last tick."
        : `No note and no feed has come in since the last tick, but I was ${given}.`
      : `No note and no feed has come in for ${numberWord(ticks)} ticks${ms === null ? "" : `, ${duration(ms)} and counting`}${but}.`;
  return `${quiet}${beforeTold(situation, stretch, given !== "")}`;
}

/** `isGiven`: memories were just told of, and "the last one" would be the last of these. */
function beforeTold(
  { now, lastTickAt, timeZone, routine }: Situation,
  { ticks, before }: QuietStretch,
  isGiven: boolean,
): string {
  if (before === null) return "";
  if (ticks === 1) return ` ${isGiven ? "That tick" : "The last one"} said: ${quoted(before.summary, 300)}`;
  const turned = routineAt(lastTickAt, timeZone) !== routine;
  if (ticks > 2 && ticks % REMINDED_EVERY !== 0 && !turned) return "";
  const when = spanBetween(before.timestamp, now) === null ? "" : `, ${ago(before.timestamp, now)}`;
  return fullStop(` Before that${when}: ${quoted(before.summary, 300)}`);
}

/** What was stored beside what came in; "" for nothing, and in a quiet tick, which tells it with the quiet. */
export function givenBesides({ events, given, first }: Situation): string {
  const clause = givenClause(given);
  if (events.length === 0 || clause === "") return "";
  return first ? `I have been ${clause} besides.` : `Besides, I was ${clause} since the last tick.`;
}
