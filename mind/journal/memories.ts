/** The memories that a tick makes without a model: its events, in their own words. */
import { cut, fairShares } from "../promptText/sections";
import { parsedText } from "../text/parsedText";
import { lengthOf } from "../text/phrasing";
import type { Learned } from "../tick/learning";
import type { Situation, SituationEvent } from "../tick/situation";
import { requestIn, withoutCourtesy } from "../text/requests";
import { asksToRemember } from "../tick/dueArtifacts";
import { requestOf } from "../tick/events";
import { distinctTexts } from "../tick/distinctTexts";

/** The most memories of one tick, and their total characters: one mutation compares each with the known ones. */
const MAX_REMEMBERED = 16;
const REMEMBERED_LENGTH = 5_000;

/** Shorter sentences are calls, which state nothing. */
const MIN_WORDS = 3;

/** The distinct texts of events, in order. Leaves out reminders, and notes that only ask, greet, thank or order. */
export function eventMemories({ events }: Pick<Situation, "events">): Learned[] {
  const told = distinctTexts(events)
    .filter(({ event }) => states(event))
    .slice(0, MAX_REMEMBERED);
  const shares = fairShares(
    told.map(({ event }) => lengthOf(event.content)),
    REMEMBERED_LENGTH,
  );
  return told.map(({ event, events: same }, i) => ({
    type: "episodic",
    content: cut(event.content, shares[i] ?? 0),
    importance: null,
    basedOn: events.flatMap((other, at) => (same.includes(other) ? [at + 1] : [])),
  }));
}

/**
 * Whether an event states something: not a reminder, and more than questions, courtesies and orders. A request to remember
 * something always does; a note that asks to forget something never does.
 */
export function states(event: SituationEvent): boolean {
  const { source, content } = event;
  if (requestOf(event, "forget")) return false;
  if (asksToRemember(event)) return true;
  if (source.kind === "reminder") return false;
  const parsed = parsedText(content);
  if (source.kind === "feed") return !parsed.onlyAsks;
  return parsed.sentences.some((text) => {
    const sentence = parsedText(withoutCourtesy(text));
    return sentence.tokens.length >= MIN_WORDS && !sentence.onlyAsks && requestIn(text) === null;
  });
}
