/** Memories and passages related to a tick's events: at most three quotations, each with its date. */
import { bestPart } from "../knowledge/bestPart";
import { fullStop, quoted } from "../text/phrasing";
import { cut } from "../promptText/sections";
import { calendarDay } from "../time/calendarDay";
import { normalForm } from "../text/normalForm";
import type { Situation } from "../tick/situation";

/** The contract's default threshold of a search. */
const MIN_SIMILARITY = 0.6;
const MAX_RELATED = 3;
const QUOTE_LENGTH = 300;
const TITLE_LENGTH = 80;
/** Characters of each event that choose the part to quote. */
const QUERY_LENGTH = 400;

/**
 * The most similar memories and passages, without those that repeat an event. `told` has one sentence for each, and is empty
 * without any; the numbers of those quoted count from 1. With `number` only what that event recalled.
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
    .filter(
      (one) => one.similarity >= MIN_SIMILARITY && isRecalled(one) && !said.has(normalForm(one.content)),
    )
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
