/** The words of a quiet tick, which finds nothing new: a run of them reads as one line. */
import type { Trigger } from "../enums";
import { calendarDay, DAY_MS, dayAndTime, dayIfAnother, localTime } from "../time/calendarDay";
import { TICK_INTERVAL_MS } from "../time/schedule";
import { nounOf } from "../tick/events";
import type { Situation } from "../tick/situation";
import type { JournalWords } from "./effect";

/** From this long on, the time without ticks is the news of a tick without events. */
const LONG_GAP_MS = 2 * 3_600_000;

/** From this long on, it no longer matters what came last. */
const LONG_QUIET_MS = 3_600_000;

export const CAUSES: { readonly [trigger in Trigger]: string } = {
  schedule: "on schedule",
  start: "as the service started",
  manual: "by request",
  wake: "called by a note",
  backlog: "for what still waited",
};

/** The words of a tick that finds nothing new; null for any other, also for one after a long time without ticks. */
export function quietWords(situation: Situation): (JournalWords & { readonly quietSince: number }) | null {
  const { now, timeZone, number, trigger, lastTickAt, quietSince = lastTickAt } = situation;
  if (!isQuiet(situation)) return null;
  const since = dayAndTime(quietSince, timeZone);
  return {
    lead: quietLead(situation, quietSince),
    body: `Tick ${number}, ${CAUSES[trigger]}, at ${localTime(now, timeZone).clock}. Nothing came in, was stored or fell due since ${since}.`,
    quietSince,
  };
}

/** The time of day, with the day if it is not today, by its name within the last days. */
export function momentOf(moment: number, { now, timeZone }: Situation): string {
  const { weekday, clock } = localTime(moment, timeZone);
  if (dayIfAnother(moment, now, timeZone).day === undefined) return clock;
  return `${now - moment < 6 * DAY_MS ? weekday : calendarDay(moment, timeZone)}, ${clock}`;
}

/** Whether a tick finds nothing new: no event, nothing stored, and the last tick not long ago. */
function isQuiet({ first, events, waiting, given, lastTickAt, now }: Situation): boolean {
  const isNew = first || events.length > 0 || waiting > 0 || given.memories > 0 || given.documents > 0;
  return !isNew && now - lastTickAt < LONG_GAP_MS;
}

/** "Quiet since 03:54, after a note." */
function quietLead(situation: Situation, quietSince: number): string {
  const { lastEvent } = situation;
  const isLast =
    lastEvent !== null &&
    Math.abs(quietSince - lastEvent.receivedAt) <= TICK_INTERVAL_MS &&
    situation.now - quietSince < LONG_QUIET_MS;
  return `Quiet since ${momentOf(quietSince, situation)}${isLast ? `, after a ${nounOf(lastEvent)}` : ""}.`;
}
