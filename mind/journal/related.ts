/** What memory and knowledge hold that bears on what came in: at most three quotations, each with its date. */
import { bestPart } from "../knowledge/bestPart";
import { fullStop, quoted } from "../text/phrasing";
import { cut } from "../prompts/sections";
import { calendarDay } from "../time/calendarDay";
import { normalForm } from "../text/normalForm";
import type { Situation } from "../tick/situation";

/** The contract's default threshold of a search: what is less similar a caller would not be shown either. */
const LEAST_SIMILAR = 0.6;
const MOST_RELATED = 3;
const QUOTE_LENGTH = 300;
const TITLE_LENGTH = 80;
/** Characters of each event by which the part to quote is chosen. */
const QUERY_LENGTH = 400;

/**
 * The most similar memories and passages, but for what says the same as an event: a sentence for each, "" for none, and the
 * numbers of those quoted, from 1. With `number` only what that event recalled.
 */
export function relatedTo({ events, memories, knowledge, timeZone }: Situation, number?: number) {
  const about = number === undefined ? events : events.slice(number - 1, number);
  const cameIn = about.map(({ content }) => cut(content, QUERY_LENGTH)).join(" ");
  const isRecalled = ({ recalledBy }: { readonly recalledBy: readonly number[] }) =>
    number === undefined || recalledBy.includes(number);
  const said = new Set(events.map(({ content }) => normalForm(content)));
  const found = [
    ...memories.map(({ similarity, content, own, createdAt, recalledBy }, i) => ({
      kind: "memory" as const,
      recalledBy,
      number: i + 1,
      similarity,
      content,
      origin: `${own ? "my own words of" : "from"} ${calendarDay(createdAt, timeZone)}`,
    })),
    ...knowledge.map(({ similarity, text, title, updatedAt, recalledBy }, i) => ({
      kind: "passage" as const,
      recalledBy,
      number: i + 1,
      similarity,
      content: text,
      origin: `in ${quoted(title, TITLE_LENGTH)}, as of ${calendarDay(updatedAt, timeZone)}`,
    })),
  ]
    .filter((one) => one.similarity >= LEAST_SIMILAR && isRecalled(one) && !said.has(normalForm(one.content)))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, MOST_RELATED);
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
