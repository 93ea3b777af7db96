/** Memories and passages related to a tick's events, the most similar first. */
import { bestPart } from "../knowledge/bestPart";
import { quoted } from "../text/phrasing";
import { parsedText } from "../text/parsedText";
import { termsOf } from "../text/tokens";
import { cut } from "../promptText/sections";
import { calendarDay } from "../time/calendarDay";
import { normalForm } from "../text/normalForm";
import { requestOf } from "../tick/events";
import type { Situation, SituationEvent, SituationMemory } from "../tick/situation";

/** An entry of the log tells of what is at least so similar to its events: four tenths of their weight. */
const RELATED = 0.75;
/**
 * A reply quotes what has more than this share of the question's words, and as "perhaps" what is at least so similar without it. Of
 * questions about other conversations (LoCoMo, REALTALK, BEAM) 4, 23 and 5 % then get a quotation, and of all 46, 52 and 46 % the
 * right one among three; with similarity alone, from 0.65, these were 20, 48 and 12 %, and 51, 55 and 57 %.
 */
const ANSWERING = 0.5;
const LEAST = 0.6;
const PERHAPS = 0.8;
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
  const asked = [...new Set(termsOf(parsedText(cameIn).questions.join(" ") || cameIn))];
  const wordsIn = (text: string) => {
    const held = new Set(termsOf(text));
    return asked.filter((term) => held.has(term));
  };
  const answers = ({ words }: { words: readonly string[] }) => words.length > ANSWERING * asked.length;
  const said = new Set(events.map(({ content }) => normalForm(content)));
  const found = [
    ...memories.map((memory, i) => ({
      kind: "memory" as const,
      number: i + 1,
      similarity: similarityOf(memory),
      content: memory.content,
      at: memory.createdAt,
      words: wordsIn(memory.content),
      origin: `${whose(memory, reader)} ${calendarDay(memory.createdAt, timeZone)}${
        memory.corrected === true ? ", since corrected" : ""
      }`,
    })),
    ...knowledge.map((passage, i) => ({
      kind: "passage" as const,
      number: i + 1,
      similarity: similarityOf(passage),
      content: passage.text,
      at: passage.updatedAt,
      words: wordsIn(`${passage.title} ${passage.text}`),
      origin: `${reader ? "" : "in "}${quoted(passage.title, TITLE_LENGTH)}, as of ${calendarDay(passage.updatedAt, timeZone)}`,
    })),
  ]
    .filter((one) => {
      const least = reader === undefined ? RELATED : answers(one) ? LEAST : PERHAPS;
      return one.similarity >= least && !said.has(normalForm(one.content));
    })
    .sort((a, b) => b.similarity - a.similarity);
  const shown = (reader === undefined ? found : newestOfAlike(found))
    .slice(0, max)
    .map(({ kind, number, origin, content, words }) => ({
      ...{ kind, number, origin, isSure: answers({ words }) },
      quote: quoted(bestPart(content, cameIn, QUOTE_LENGTH), QUOTE_LENGTH),
    }));
  const numbersOf = (kind: "memory" | "passage") =>
    shown.flatMap((one) => (one.kind === kind ? [one.number] : []));
  return { found: shown, usedMemories: numbersOf("memory"), usedPassages: numbersOf("passage") };
}

/** Of those that have the same of the question's words the newest comes first, since a fact may have changed. */
function newestOfAlike<T extends { readonly words: readonly string[]; readonly at: number }>(
  found: readonly T[],
): T[] {
  const left = found.toSorted((a, b) => b.at - a.at);
  return found.flatMap(({ words }) => {
    const at = left.findIndex((one) => one.words.join(" ") === words.join(" "));
    return left.splice(at, 1);
  });
}

/** Where a memory is from, before its day; for the writer of a note, whether it is from notes of theirs. */
function whose({ own, note }: SituationMemory, reader: SituationEvent | undefined): string {
  if (own) return "my own words of";
  if (reader === undefined) return "from";
  if (note === undefined) return "a memory of";
  return reader.source.kind === "wake" && reader.source.from === note.from ? "your notes of" : "a note of";
}
