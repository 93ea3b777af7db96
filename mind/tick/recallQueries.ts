/** The events of a tick for which memory and knowledge are searched. */
import { parsedText } from "../text/parsedText";
import { bySeverity } from "./events";
import type { SituationEvent } from "./situation";

/** Each costs a search, and a tick should be quick. */
const MAX_QUERIES = 3;

/** A text to search by, and the numbers of the events that it stands for, from 1. */
export interface RecallText {
  readonly text: string;
  readonly events: readonly number[];
}

/** The texts to search by: notes first, because somebody waits for an answer, then the rest, the gravest first in each. */
export function recallTexts(events: readonly SituationEvent[]): RecallText[] {
  const gravest = bySeverity(events);
  const notes = gravest.filter(({ source }) => source.kind === "wake");
  const others = gravest.filter(({ source }) => source.kind !== "wake");
  const texts = [...new Set([...notes, ...others].map(askedIn))].slice(0, MAX_QUERIES);
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
