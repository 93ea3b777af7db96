/** The events section of a tick's prompt. Events that read the same are shown once. */
import { aboutOf, namedEvent, toneOf } from "./events";
import { givenClause } from "./given";
import type { Situation, SituationEvent } from "./situation";
import { ago, counted, duration, lengthOf } from "../text/phrasing";
import { inertJson, section } from "../promptText/sections";
import { dayAndClock, dayIfAnother } from "../time/calendarDay";
import { readToAfter, wordingOf } from "./inbox";

/** The section. An event's number is its position in `situation.events`, from 1. */
export function eventsSection(situation: Situation): string {
  const { events, waiting, now } = situation;
  if (events.length === 0) {
    const since = situation.first ? "" : ` for ${duration(now - situation.lastTickAt)}`;
    const given = givenClause(situation.given);
    const but = given === "" ? "" : `, but you were ${given}`;
    return section("events", [`(nothing has come in${since}${but}; basedOn and memories stay empty)`]);
  }
  const lines = shownEvents(events).map((one) => inertJson(eventFacts(one, situation)));
  if (waiting > 0) lines.push(`(${counted(waiting, "more event")} not shown; the next tick reads on)`);
  return section("events", lines);
}

/** Events that read the same, shown under the number of the first, with their count and the time of the last. */
interface ShownEvent {
  readonly event: SituationEvent;
  readonly number: number;
  readonly times: number;
  readonly lastAt: number;
}

function shownEvents(events: readonly SituationEvent[]): ShownEvent[] {
  const shown = new Map<string, ShownEvent>();
  events.forEach((event, i) => {
    const key = wordingOf(event);
    const { times, lastAt, ...first } = shown.get(key) ?? { event, number: i + 1, times: 0, lastAt: 0 };
    shown.set(key, { ...first, times: times + 1, lastAt: Math.max(lastAt, event.receivedAt) });
  });
  return [...shown.values()];
}

/** `numbers` and the numbers of the events that were shown as one with these. */
export function numbersShownAs({ events }: Pick<Situation, "events">, numbers: readonly number[]): number[] {
  const wordings = new Set(numbers.flatMap((number) => events.slice(number - 1, number)).map(wordingOf));
  return events.flatMap((event, i) => (wordings.has(wordingOf(event)) ? [i + 1] : []));
}

function eventFacts({ event, number, times, lastAt }: ShownEvent, { now, timeZone }: Situation) {
  const about = aboutOf(event);
  return {
    number,
    what: namedEvent(event),
    ...fromFact(event),
    ...(times > 1 ? { times } : {}),
    when: times > 1 ? `the last ${ago(lastAt, now)}` : ago(event.receivedAt, now),
    ...dayIfAnother(lastAt, now, timeZone),
    ...(event.source.kind === "reminder"
      ? { due: dayAndClock(event.source.dueAt, timeZone) }
      : { tone: toneOf(event.sentiment) }),
    ...(about === null ? {} : { about }),
    ...partFacts(event),
  };
}

function fromFact({ source }: SituationEvent): { from?: string } {
  return source.kind === "feed" || source.from === undefined ? {} : { from: source.from };
}

function partFacts(event: SituationEvent) {
  const { content, part } = event;
  if (part === undefined) return { text: content };
  const before = part.from === 0 ? "" : "; what comes before, the last tick read";
  const after = readToAfter(event) === null ? "" : "; the next tick reads on";
  return {
    shown: `characters ${part.from + 1} to ${part.to} of ${lengthOf(content)}${before}${after}`,
    text: Array.from(content).slice(part.from, part.to).join(""),
  };
}
