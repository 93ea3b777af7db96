/** Selects the texts by which a tick searches memory and knowledge, and the results that it is shown. */
import { uniqueBy } from "../lists/uniqueBy";
import { parsedText } from "../text/parsedText";
import { bySeverity, requestOf } from "./events";
import type { Recall, SituationEvent } from "./situation";

/** Few, because each costs a search; more only if there are more notes to answer. */
const MAX_QUERIES = 3;

/** A text to search by, and the numbers, from 1, of the events that it comes from. */
export interface RecallText {
  readonly text: string;
  readonly events: readonly number[];
}

/** The texts to search by, the gravest first: those of all notes, because somebody waits for an answer, then of other events. */
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

/**
 * What a note asks to be forgotten, or its questions, if it has any, because the text around them would be searched for as well.
 * Otherwise the whole text.
 */
function askedIn(event: SituationEvent): string {
  const { source, content } = event;
  const forgotten = requestOf(event, "forget")?.about;
  if (forgotten) return forgotten;
  const { questions } = parsedText(content);
  return source.kind === "wake" && questions.length > 0 ? questions.join(" ") : content;
}

/** A result, its similarity to the query, and the events that recalled it. */
interface Found {
  readonly similarity: number;
  readonly recalledBy: readonly Recall[];
}

/** The results of a query, as recalled by the events that it comes from. */
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
 * The best `max` results of several queries (`lists`, each the most similar first), the most similar first. They include the best
 * of each query, so that no note goes without. Results of equal `keyOf` become one, recalled by the events of all.
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
