/** Memories and passages related to a tick's events, the most similar first. */
import { bestPart } from "../knowledge/bestPart";
import { quoted } from "../text/phrasing";
import { cut } from "../promptText/sections";
import { calendarDay } from "../time/calendarDay";
import { normalForm } from "../text/normalForm";
import { requestOf } from "../tick/events";
import type { Situation, SituationEvent, SituationMemory } from "../tick/situation";

/** More than the default threshold of a search (0.6), which keeps what a reader can judge: four tenths of a question's weight. */
const SURE = 0.75;
/** From here on a text may be related, and is told as such. */
const PERHAPS = 0.65;
const QUOTE_LENGTH = 300;
const TITLE_LENGTH = 80;
/** How many characters of each event choose the part to quote. */
const QUERY_LENGTH = 400;

/**
 * The most similar memories and passages, without those that repeat an event. `usedMemories` and `usedPassages`: their numbers.
 * `number`: what this event recalled, also what is only perhaps related; otherwise what events recalled that don't ask to forget it.
 */
export function relatedTo({ events, memories, knowledge, timeZone }: Situation, number?: number, max = 3) {
  const reader = number === undefined ? undefined : events[number - 1];
  const about = reader === undefined ? events.filter((event) => !requestOf(event, "forget")) : [reader];
  const cameIn = about.map(({ content }) => cut(content, QUERY_LENGTH)).join(" ");
  const similarityOf = ({ similarity, recalledBy }: Pick<SituationMemory, "similarity" | "recalledBy">) => {
    if (number !== undefined) return recalledBy.find(({ event }) => event === number)?.similarity ?? 0;
    return recalledBy.some(({ event }) => about.some((one) => one === events[event - 1])) ? similarity : 0;
  };
  const said = new Set(events.map(({ content }) => normalForm(content)));
  const found = [
    ...memories.map((memory, i) => ({
      kind: "memory" as const,
      number: i + 1,
      similarity: similarityOf(memory),
      content: memory.content,
      origin: `${whose(memory, reader)} ${calendarDay(memory.createdAt, timeZone)}${
        memory.corrected === true ? ", since corrected" : ""
      }`,
    })),
    ...knowledge.map((passage, i) => ({
      kind: "passage" as const,
      number: i + 1,
      similarity: similarityOf(passage),
      content: passage.text,
      origin: `${reader ? "" : "in "}${quoted(passage.title, TITLE_LENGTH)}, as of ${calendarDay(passage.updatedAt, timeZone)}`,
    })),
  ]
    .filter((one) => one.similarity >= (reader ? PERHAPS : SURE) && !said.has(normalForm(one.content)))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, max)
    .map(({ similarity, content, ...one }) => ({
      ...one,
      isSure: similarity >= SURE,
      quote: quoted(bestPart(content, cameIn, QUOTE_LENGTH), QUOTE_LENGTH),
    }));
  const numbersOf = (kind: "memory" | "passage") =>
    found.flatMap((one) => (one.kind === kind ? [one.number] : []));
  return { found, usedMemories: numbersOf("memory"), usedPassages: numbersOf("passage") };
}

/** Where a memory is from, before its day; for the writer of a note, whether it is from notes of theirs. */
function whose({ own, note }: SituationMemory, reader: SituationEvent | undefined): string {
  if (own) return "my own words of";
  if (reader === undefined) return "from";
  if (note === undefined) return "a memory of";
  return reader.source.kind === "wake" && reader.source.from === note.from ? "your notes of" : "a note of";
}
