/** Describes events: their names, tones, gravity and metadata. */
import { IMPACT_WEIGHTS, type Stimulus } from "../affect/affect";
import type { FeedType, Impact, Priority } from "../enums";
import { cut } from "../promptText/sections";
import { parsedText } from "../text/parsedText";
import { counted, lengthOf, listed, quoted } from "../text/phrasing";
import { requestIn, type Request } from "../text/requests";
import type { SituationEvent } from "./situation";

const FEED_NOUNS: { readonly [type in FeedType]: string } = {
  news: "news item",
  market: "market report",
  social: "social post",
  custom: "custom event",
};

/** The impact of a note, by its priority. */
export const PRIORITY_IMPACTS: { readonly [priority in Priority]: Impact } = {
  low: "low",
  normal: "medium",
  high: "high",
};

/** The least absolute sentiments of a strong, a clear and any tone. VADER, too, calls a text neutral below 0.05. */
export const STRONG = 0.6;
export const CLEAR = 0.25;
export const EVEN = 0.05;

type EventContent = Pick<SituationEvent, "source" | "content">;

/** The first request of this kind that a note makes; undefined if it makes none. */
export function requestOf({ source, content }: EventContent, kind: Request["kind"]): Request | undefined {
  const sentences = source.kind === "wake" ? parsedText(content).sentences : [];
  return sentences.flatMap((sentence) => requestIn(sentence) ?? []).find((request) => request.kind === kind);
}

/** An event's text in quotation marks. What a note asks to be forgotten is not written once more. */
export function quotedEvent(event: EventContent, max: number): string {
  return requestOf(event, "forget") ? "a request to forget something." : quoted(event.content, max);
}

/** The impact of an event, a note's by its priority. */
export function impactOf({ source }: Pick<SituationEvent, "source">): Impact {
  switch (source.kind) {
    case "feed":
      return source.impact;
    case "wake":
      return PRIORITY_IMPACTS[source.priority];
    case "reminder":
      return "medium";
  }
}

/** How the notes among `events` move the affect; feed events moved it when they came in. */
export function noteStimuli(events: readonly SituationEvent[]): Stimulus[] {
  return events
    .filter(({ source }) => source.kind === "wake")
    .map((event) => ({ sentiment: event.sentiment, novelty: event.novelty, impact: impactOf(event) }));
}

/** What an event is, without article or count: "market report", "note", "reminder". */
export function nounOf({ source }: Pick<SituationEvent, "source">): string {
  return source.kind === "feed" ? FEED_NOUNS[source.type] : source.kind === "wake" ? "note" : "reminder";
}

/** An event with its article and what its sender said of it: "a high-impact market report", "an urgent note". */
export function namedEvent(event: Pick<SituationEvent, "source">): string {
  const { source } = event;
  const noun = nounOf(event);
  if (source.kind === "feed")
    return source.impact === "medium" ? `a ${noun}` : `a ${source.impact}-impact ${noun}`;
  if (source.kind === "reminder") return `a ${noun}`;
  return source.priority === "high"
    ? `an urgent ${noun}`
    : source.priority === "low"
      ? `a low-priority ${noun}`
      : `a ${noun}`;
}

/** Events in one phrase, counted by name: "an urgent note and two news items". */
export function namedEvents(events: readonly Pick<SituationEvent, "source">[]): string {
  return tallied(events.map(namedEvent), (name, count) =>
    count === 1 ? name : counted(count, name.replace(/^an? /, "")),
  );
}

/** Events in one phrase, counted by kind: "two market reports and one note". */
export function countedKinds(events: readonly Pick<SituationEvent, "source">[]): string {
  return tallied(events.map(nounOf), (noun, count) => counted(count, noun));
}

function tallied(names: readonly string[], told: (name: string, count: number) => string): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return listed([...counts].map(([name, count]) => told(name, count)));
}

/** A sentiment in words: "strongly negative" … "even in tone" … "strongly positive". */
export function toneOf(sentiment: number): string {
  const strength = Math.abs(sentiment);
  if (strength < EVEN) return "even in tone";
  const degree = strength >= STRONG ? "strongly " : strength >= CLEAR ? "" : "mildly ";
  return degree + (sentiment > 0 ? "positive" : "negative");
}

/** How grave an event is, 0 to 1, by its impact, the strength of its sentiment and its novelty. */
export function gravityOf(event: SituationEvent): number {
  return (
    IMPACT_WEIGHTS[impactOf(event)] * (0.4 + 0.6 * Math.abs(event.sentiment)) * (0.5 + 0.5 * event.novelty)
  );
}

/** The events by `gravityOf`, the gravest first; of two equal ones the newer first. */
export function bySeverity(events: readonly SituationEvent[]): SituationEvent[] {
  return [...events].sort((a, b) => gravityOf(b) - gravityOf(a) || b.receivedAt - a.receivedAt);
}

/** The code points shown of an event's metadata: enough for a source, not for a second text. */
const ABOUT_LENGTH = 200;

/** The sender's metadata: the object if it is short, else the beginning of its JSON text; null if there is none. */
export function aboutOf({ metadata }: Pick<SituationEvent, "metadata">): unknown {
  if (metadata === undefined || metadata === "{}") return null;
  const whole: unknown = JSON.parse(metadata);
  return lengthOf(metadata) <= ABOUT_LENGTH ? whole : `${cut(metadata, ABOUT_LENGTH)}…`;
}

/** `aboutOf` as JSON text; "" if there is none. */
export function aboutText(event: Pick<SituationEvent, "metadata">): string {
  const about = aboutOf(event);
  return about === null ? "" : JSON.stringify(about);
}
