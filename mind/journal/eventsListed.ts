/** The journal's list of events: each text once, in order, quoted with its kind, time and tone. */
import { fairShares } from "../promptText/sections";
import { counted, fullStop, lengthOf, sentenceCase, signed, times } from "../text/phrasing";
import { dayAndClock, dayIfAnother, localTime } from "../time/calendarDay";
import { namedEvent, quotedEvent } from "../tick/events";
import { distinctTexts, type DistinctText } from "../tick/distinctTexts";
import type { Situation } from "../tick/situation";

/** The most texts listed, and the characters of all quotations together. Further events are only counted. */
const MAX_LISTED = 16;
const QUOTED_LENGTH = 1_800;

/** A line for each text; empty without events. */
export function eventsListed(situation: Situation): string {
  const texts = distinctTexts(situation.events);
  const listed = texts.slice(0, MAX_LISTED);
  const shares = fairShares(
    listed.map(({ event }) => lengthOf(event.content) + 2),
    QUOTED_LENGTH,
  );
  const lines = listed.map((text, i) => lineOf(text, i + 1, shares[i] ?? 0, situation));
  const others = texts.slice(MAX_LISTED).flatMap(({ events }) => events).length;
  return [...lines, ...(others > 0 ? [`Beside these, ${counted(others, "more event")}.`] : [])].join("\n");
}

function lineOf(
  { event, events }: DistinctText,
  number: number,
  most: number,
  { now, timeZone }: Situation,
): string {
  const lastAt = Math.max(...events.map(({ receivedAt }) => receivedAt));
  const isToday = dayIfAnother(lastAt, now, timeZone).day === undefined;
  const at = isToday ? localTime(lastAt, timeZone).clock : dayAndClock(lastAt, timeZone);
  const facts = [
    events.length === 1 ? at : `${times(events.length)}, the last at ${at}`,
    `tone ${signed(event.sentiment)}`,
    ...(event.repeats > 0 ? ["said before"] : []),
  ];
  const named = sentenceCase(namedEvent(event));
  return fullStop(`${number}. ${named} (${facts.join(", ")}): ${quotedEvent(event, most)}`);
}
