/** The events of a tick for which memory and knowledge are searched. */
import { parsedText } from "../text/parsedText";
import { bySeverity } from "./events";
import type { SituationEvent } from "./situation";

/** Each costs a search, and a tick should be quick. */
const MOST_QUERIES = 3;

/** The texts to search by: notes first, for somebody waits for an answer, then feeds, the gravest first in each. */
export function recallTexts(events: readonly SituationEvent[]): string[] {
  const gravest = bySeverity(events);
  const notes = gravest.filter(({ source }) => source.kind === "wake");
  const feeds = gravest.filter(({ source }) => source.kind === "feed");
  return [...new Set([...notes, ...feeds].map(askedIn))].slice(0, MOST_QUERIES);
}

/** Of a note that asks, its questions: what stands around them would count as asked for, too. */
function askedIn({ source, content }: SituationEvent): string {
  const { questions } = parsedText(content);
  return source.kind === "wake" && questions.length > 0 ? questions.join(" ") : content;
}
