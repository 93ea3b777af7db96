/** The events of a tick for which memory and knowledge are searched, and what of the finds the tick is shown. */
import { uniqueBy } from "../lists/uniqueBy";
import { parsedText } from "../text/parsedText";
import { bySeverity } from "./events";
import type { Recall, SituationEvent } from "./situation";

/** Each costs a search, and a tick should be quick: so few, unless it has more notes to answer. */
const MAX_QUERIES = 3;

/** A text to search by, and the numbers of the events that it stands for, from 1. */
export interface RecallText {
  readonly text: string;
  readonly events: readonly number[];
}

/** The texts to search by: those of all notes, because somebody waits for an answer, then of the rest, the gravest first in each. */
export function recallTexts(events: readonly SituationEvent[]): RecallText[] {
  const gravest = bySeverity(events);
  const notes = gravest.filter(({ source }) => source.kind === "wake");
  const others = gravest.filter(({ source }) => source.kind !== "wake");
  const asked = new Set(notes.map(askedIn));
  const texts = [...new Set([...asked, ...others.map(askedIn)])].slice(0, Math.max(MAX_QUERIES, asked.size));
  return texts.map((text) => ({
    text,
    events: events.flatMap((event, i) => (askedIn(event) === text ? [i + 1] : [])),
  }));
}

/** Of a note that asks, its questions: what stands around them would count as asked for, too. */
function askedIn({ source, content }: SituationEvent): string {
  const { questions } = parsedText(content);
  return source.kind === "wake" && questions.length > 0 ? questions.join(" ") : content;
}

/** What a query found, the greatest similarity and that to each event. */
interface Found {
  readonly similarity: number;
  readonly recalledBy: readonly Recall[];
}

/** `found` by a query, for the events that the query stands for. */
export function foundFor<T extends { readonly similarity: number }>(
  found: readonly T[],
  events: readonly number[],
): (T & { recalledBy: Recall[] })[] {
  return found.map((one) => ({
    ...one,
    recalledBy: events.map((event) => ({ event, similarity: one.similarity })),
  }));
}

/**
 * At most `max` of what queries found (`lists`, each the most similar first), the most similar first: the best of each query, so
 * that no note goes without, then the best of all. Of one `keyOf` once, as recalled by all events that found it.
 */
export function bestFound<T extends Found>(
  lists: readonly (readonly T[])[],
  max: number,
  keyOf: (one: T) => string,
): (T & { recalledBy: Recall[] })[] {
  const firsts = new Set(lists.flatMap((list) => list.slice(0, 1)).map(keyOf));
  const isFirst = (one: T) => Number(firsts.has(keyOf(one)));
  const all = lists.flat().sort((a, b) => b.similarity - a.similarity);
  return uniqueBy(all, keyOf)
    .sort((a, b) => isFirst(b) - isFirst(a))
    .slice(0, max)
    .sort((a, b) => b.similarity - a.similarity)
    .map((one) => {
      const same = all.filter((other) => keyOf(other) === keyOf(one));
      return { ...one, recalledBy: same.flatMap(({ recalledBy }) => recalledBy) };
    });
}
