/** How an event is named, weighed and told of in prose. */
import { IMPACT_WEIGHTS } from "../../../mind/affect/affect";
import { isQuestion } from "../language/questions";
import { asks, ENDS, withoutBullet } from "../../../mind/text/sentences";
import { counted, listed, numberWord } from "../../../mind/text/phrasing";
import type { FeedType, Impact, Priority } from "../../../mind/enums";
import type { SituationEvent } from "../../../mind/tick/situation";

const FEED_NOUNS: { readonly [type in FeedType]: string } = {
  news: "news item",
  market: "market report",
  social: "social post",
  custom: "custom event",
};
/** A note weighs as a feed event of this impact does. */
const PRIORITY_IMPACTS: { readonly [priority in Priority]: Impact } = {
  low: "low",
  normal: "medium",
  high: "high",
};

/** Sentiment from which a text counts as strong. */
export const STRONG = 0.6;
/** Sentiment from which a text is clearly one way. */
export const CLEAR = 0.25;
/** Sentiment under which a text takes no side. */
export const EVEN = 0.05;
/** Novelty under which an event is worded like what was heard before. */
export const STALE = 0.3;

/** What an event is, without article or count: "market report", "note". */
export function nounOf(event: SituationEvent): string {
  return event.source.kind === "wake" ? "note" : FEED_NOUNS[event.source.type];
}

/** An event with its article and what its sender said of it: "a high-impact market report", "an urgent note". */
export function namedEvent(event: SituationEvent): string {
  const noun = nounOf(event);
  if (event.source.kind === "wake") {
    const { priority } = event.source;
    return priority === "high"
      ? `an urgent ${noun}`
      : priority === "low"
        ? `a low-priority ${noun}`
        : `a ${noun}`;
  }
  return event.source.impact === "medium" ? `a ${noun}` : `a ${event.source.impact}-impact ${noun}`;
}

/** Events in one phrase, those of one name counted: "an urgent note and two news items". */
export function namedEvents(events: readonly SituationEvent[]): string {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(namedEvent(event), (counts.get(namedEvent(event)) ?? 0) + 1);
  return listed(
    [...counts].map(([name, count]) => (count === 1 ? name : counted(count, name.replace(/^an? /, "")))),
  );
}

/** A sentiment in words: "strongly negative" … "even in tone" … "strongly positive". */
export function toneOf(sentiment: number): string {
  const strength = Math.abs(sentiment);
  if (strength < EVEN) return "even in tone";
  const degree = strength >= STRONG ? "strongly " : strength >= CLEAR ? "" : "mildly ";
  return degree + (sentiment > 0 ? "positive" : "negative");
}

/** How many of `events` speak well, ill or of neither, by the same bounds as `toneOf`: "one good, one bad and one neither". */
export function talliedTones(events: readonly SituationEvent[]): string {
  const good = events.filter(({ sentiment }) => sentiment >= EVEN).length;
  const bad = events.filter(({ sentiment }) => sentiment <= -EVEN).length;
  const counts: readonly (readonly [number, string])[] = [
    [good, "good"],
    [bad, "bad"],
    [events.length - good - bad, "neither"],
  ];
  return listed(counts.flatMap(([count, word]) => (count === 0 ? [] : [`${numberWord(count)} ${word}`])));
}

/** How much of the agent's attention an event claims, 0 to 1: its weight, its charge and its novelty. */
export function gravityOf(event: SituationEvent): number {
  const { source } = event;
  const weight = IMPACT_WEIGHTS[source.kind === "wake" ? PRIORITY_IMPACTS[source.priority] : source.impact];
  return weight * (0.4 + 0.6 * Math.abs(event.sentiment)) * (0.5 + 0.5 * event.novelty);
}

/** The events, the gravest first; of two alike the newer. */
export function byGravity(events: readonly SituationEvent[]): SituationEvent[] {
  return [...events].sort((a, b) => gravityOf(b) - gravityOf(a) || b.receivedAt - a.receivedAt);
}

/** What the events are, counted by kind, the most frequent kind first: "two market reports and one note". */
export function talliedKinds(events: readonly SituationEvent[]): string {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(nounOf(event), (counts.get(nounOf(event)) ?? 0) + 1);
  return listed([...counts].sort(([, a], [, b]) => b - a).map(([noun, count]) => counted(count, noun)));
}

/** Each run with whatever ends it, so that no text is read twice over; the point of "release 4.0" ends nothing. */
const SENTENCES = new RegExp(`((?:[^${ENDS}\\n]|(?<=\\p{N})\\.(?=\\p{N}))*)([${ENDS}\\n]|$)`, "gu");

/** A quotation that the sentence doesn't close began before the question: "Comment: 'Why is it closed?" asks what follows. */
function withoutOpenQuote(sentence: string): string {
  return sentence.replace(/^(?:.*[\s:(])?['"“‘„«](?=\p{L})(?!.*\p{L}[.!?…,]?['"”’»](?!\p{L}))/u, "");
}

/** The sentences of `text` that ask something, by their mark or by their words. */
export function questionsOf(text: string): string[] {
  return [...text.matchAll(SENTENCES)].flatMap(([sentence, said = "", end = ""]) => {
    if (!/\p{L}/u.test(said)) return [];
    const plain = withoutBullet(sentence).trim();
    return asks(end) ? [withoutOpenQuote(plain)] : isQuestion(plain) ? [plain] : [];
  });
}

/** The longest sentence of `text` that asks something, for the longest asks the most; null if none does. */
export function questionIn(text: string): string | null {
  return questionsOf(text).sort((a, b) => b.length - a.length)[0] ?? null;
}
