/** Memories and passages related to a tick's events: at most three quotations, each with its date. */
import { bestPart } from "../knowledge/bestPart";
import { fullStop, quoted } from "../text/phrasing";
import { cut } from "../promptText/sections";
import { calendarDay } from "../time/calendarDay";
import { normalForm } from "../text/normalForm";
import type { Situation, SituationMemory } from "../tick/situation";

/** The default threshold of a search in the API. */
const MIN_SIMILARITY = 0.6;
const MAX_RELATED = 3;
const QUOTE_LENGTH = 300;
const TITLE_LENGTH = 80;
/** How many characters of each event choose the part to quote. */
const QUERY_LENGTH = 400;

/**
 * The most similar memories and passages, without those that repeat an event. `told`: one sentence for each, empty without
 * any. `usedMemories` and `usedPassages`: the numbers of those quoted, from 1. `number`: only what this event recalled.
 */
export function relatedTo({ events, memories, knowledge, timeZone }: Situation, number?: number) {
  const about = number === undefined ? events : events.slice(number - 1, number);
  const cameIn = about.map(({ content }) => cut(content, QUERY_LENGTH)).join(" ");
  const similarityOf = ({ similarity, recalledBy }: Pick<SituationMemory, "similarity" | "recalledBy">) =>
    number === undefined ? similarity : (recalledBy.find(({ event }) => event === number)?.similarity ?? 0);
  const said = new Set(events.map(({ content }) => normalForm(content)));
  const found = [
    ...memories.map((memory, i) => ({
      kind: "memory" as const,
      number: i + 1,
      similarity: similarityOf(memory),
      content: memory.content,
      origin: `${memory.own ? "my own words of" : "from"} ${calendarDay(memory.createdAt, timeZone)}${
        memory.corrected === true ? ", since corrected" : ""
      }`,
    })),
    ...knowledge.map((passage, i) => ({
      kind: "passage" as const,
      number: i + 1,
      similarity: similarityOf(passage),
      content: passage.text,
      origin: `in ${quoted(passage.title, TITLE_LENGTH)}, as of ${calendarDay(passage.updatedAt, timeZone)}`,
    })),
  ]
    .filter((one) => one.similarity >= MIN_SIMILARITY && !said.has(normalForm(one.content)))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, MAX_RELATED);
  const numbersOf = (kind: "memory" | "passage") =>
    found.flatMap((one) => (one.kind === kind ? [one.number] : []));
  return {
    told: found
      .map(({ origin, content }) =>
        fullStop(`Related, ${origin}: ${quoted(bestPart(content, cameIn, QUOTE_LENGTH), QUOTE_LENGTH)}`),
      )
      .join("\n"),
    usedMemories: numbersOf("memory"),
    usedPassages: numbersOf("passage"),
  };
}
