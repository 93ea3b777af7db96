/** How an event is named, weighed and told of in prose. */
import { IMPACT_WEIGHTS } from "./affect";
import { asks, ENDS } from "./sentenceEnds";
import { wordsOf } from "./similarity";
import type { SituationEvent } from "./situation";
import { counted, listed, numberWord } from "./wording";
import type { FeedType, Impact, Priority } from "./words";

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

/** Words of four letters and more that name nothing. */
const COMMON = new Set(
  (
    "about after again against also always another around back because been before being between both came come " +
    "could does doing done down each even ever every from gets give gone good great have having here into itself just " +
    "keep last later less like look made make many more most much must near need never news next nothing only other " +
    "over people please really report reports said same says seen should since some still such take than that their " +
    "them then there these they thing things this those though through time today tomorrow under until update very " +
    "want week well went were what when where which while will with within without would year years yesterday your " +
    "against amid across high higher highest lower lowest early late first second three four five hours minutes days"
  ).split(" "),
);

/** A name or word that two or more events share. */
export interface Topic {
  /** As the first event writes it. */
  word: string;
  events: SituationEvent[];
}

/** What most events speak of: the content word shared by most of them, written with a capital if possible; null if none is shared. */
export function sharedTopic(events: readonly SituationEvent[]): Topic | null {
  const found = new Map<string, SituationEvent[]>();
  const written = new Map<string, string>();
  for (const event of events) {
    // The first thousand characters say what a text is about.
    const text = event.content.slice(0, 1000);
    for (const word of new Set(wordsOf(text))) {
      if ([...word].length < 4 || COMMON.has(word) || !/\p{L}/u.test(word)) continue;
      found.set(word, [...(found.get(word) ?? []), event]);
      if (!written.has(word)) written.set(word, asWritten(word, text));
    }
  }
  let best: Topic | null = null;
  let bestRank = 0;
  for (const [key, sharing] of found) {
    if (sharing.length < 2) continue;
    const word = written.get(key) ?? key;
    const rank = sharing.length + (/^\p{Lu}/u.test(word) ? 0.5 : 0) + Math.min(0.4, key.length / 50);
    if (rank > bestRank) [best, bestRank] = [{ word, events: sharing }, rank];
  }
  return best;
}

/** `word` with the capitals it has in `text`. */
function asWritten(word: string, text: string): string {
  const at = text.toLowerCase().indexOf(word);
  return at < 0 ? word : text.slice(at, at + word.length);
}

/** Each run with whatever ends it, so that no text is read twice over; the point of "release 4.0" ends nothing. */
const SENTENCES = new RegExp(`((?:[^${ENDS}\\n]|(?<=\\p{N})\\.(?=\\p{N}))*)([${ENDS}\\n]|$)`, "gu");

/** The longest sentence of `text` that asks something, for the longest asks the most; null if none does. */
export function questionIn(text: string): string | null {
  const asked = [...text.matchAll(SENTENCES)].flatMap(([sentence, said = "", end]) =>
    asks(end ?? "") && /\p{L}/u.test(said) ? [sentence.trim()] : [],
  );
  return asked.sort((a, b) => b.length - a.length)[0] ?? null;
}
