/** Answers to what time or which day it is, where the agent lives or elsewhere. */
import type { Situation } from "../../../mind/tick/situation";
import { calendarDay } from "../../../mind/time/calendarDay";
import { localTime } from "../../../mind/time/routine";

const TIME =
  "what(?:'s| is) the time|what time (?:is it|it is)|how late is it|(?:have|got|tell me|know) the time";
const DAY =
  "what(?:'s| is) the (?:day|date)|what(?:'s| is) today's date|(?:what|which) (?:day|date|weekday)(?: of the (?:week|month))? (?:is (?:it|today)|it is)|what day is today";
const NOW =
  "(?:,? (?:now|right now|just now|at the moment|today|exactly|please|there|over there|for you|where you (?:are|live)))*";
/** The question to its end, "What time is it due?" asks for something else; a place may stand before it or after it. */
const ASKED = new RegExp(
  "^(?:(?<first>in [^,?]{2,40}), )?(?:[^?]*[\\s,])??" +
    `(?:${TIME}|${DAY})${NOW}(?: (?<last>in [^,?]{2,40}?))?${NOW}[^\\p{L}\\p{N}]*$`,
  "iu",
);

const PLACE_NAME = /^\p{Lu}[\p{L}.'-]*(?: (?:(?:of|de|do|and|the) )*\p{Lu}[\p{L}.'-]*)*$/u;

/** What the clock shows where it is asked for; null where `question` asks for something else. */
export function hourAskedFor(
  question: string,
  { now, timeZone }: Pick<Situation, "now" | "timeZone">,
): string | null {
  const found = ASKED.exec(question);
  if (found === null) return null;
  const place = (found.groups?.last ?? found.groups?.first)?.replace(/^in (?:the )?/iu, "");
  const here = `${shown(now, timeZone)}, where I live (${timeZone})`;
  if (place === undefined) return `It is ${here}.`;
  const zone = zoneOf(place);
  if (zone !== null) return `In ${place} it is ${shown(now, zone)}.`;
  // "What time is it in the story?" is about no place, as far as its letters tell.
  return PLACE_NAME.test(place) ? `It is ${here}; I have no clock that tells the hour in ${place}.` : null;
}

function shown(moment: number, timeZone: string): string {
  const { weekday, clock } = localTime(moment, timeZone);
  return `${clock} on ${weekday}, ${calendarDay(moment, timeZone)}`;
}

/** The IANA zone that has the name of a city; null where none has. */
function zoneOf(place: string): string | null {
  const sought = place
    .toLowerCase()
    .replace(/ city$/u, "")
    .replaceAll(" ", "_");
  if (sought === "utc" || sought === "gmt") return "UTC";
  return Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase().endsWith(`/${sought}`)) ?? null;
}
