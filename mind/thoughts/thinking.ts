/** When the agent thinks by itself, and about what. */
import type { Idf } from "../ranking/idf";
import { sharedTopics } from "../ranking/sharedTopics";
import { parsedText, type ParsedText } from "../text/parsedText";
import { counted, quoted } from "../text/phrasing";
import { beginningOf } from "../text/truncate";
import type { Seed } from "./seeds";

/** `because` completes "the agent thinks / does not think because …". */
export type ThinkingDecision =
  | { readonly kind: "think"; readonly seeds: readonly Seed[]; readonly because: string }
  | { readonly kind: "wait"; readonly because: string };

const MS_PER_HOUR = 3_600_000;
/** One an hour over a whole day: each may cost a call of the model, and more would be chatter. */
export const MOST_THOUGHTS_A_DAY = 24;
/** Thoughts that follow each other faster share their seeds. */
export const LEAST_GAP_MS = 0.5 * MS_PER_HOUR;
/**
 * Importance that must have gathered since the last thought: two things that matter, or three ordinary ones. (Park et al. 2023 let
 * agents reflect at fifteen times full importance; a thought is less than that.)
 */
export const ENOUGH = 1.2;
/** More seeds than this make a report. */
const MOST_SEEDS = 6;
/** What a text is about shows in its beginning. UTF-16 units. */
const READ_LENGTH = 1024;

/** What is read of a seed to find what it shares with others. */
export function parsedSeed({ content }: Seed): ParsedText {
  return parsedText(beginningOf(content, READ_LENGTH));
}

/**
 * Whether to think now, and about what: things from outside that are new since the last thought, two of which, or one of which
 * and something `recalled`, share a name or a telling word. Deterministic.
 */
export function decideToThink(fresh: readonly Seed[], recalled: readonly Seed[], idf: Idf): ThinkingDecision {
  if (fresh.length === 0) return wait("nothing new has come from outside");
  const gathered = fresh.reduce((sum, { importance }) => sum + importance, 0);
  if (gathered < ENOUGH)
    return wait(`too little has happened: importance ${gathered.toFixed(2)} of ${ENOUGH}`);
  const all = [...fresh, ...recalled];
  const topics = sharedTopics(
    all.map((seed) => ({ parsed: parsedSeed(seed), names: seed.entities ?? [] })),
    idf,
  );
  const [topic] = topics.filter(({ texts }) => texts.some((index) => index < fresh.length));
  if (topic === undefined) return wait("no two things share a name or a telling word");
  const holders = topic.texts.flatMap((index) => all[index] ?? []);
  const isFresh = (seed: Seed) => (fresh.includes(seed) ? 1 : 0);
  const order = holders.toSorted((a, b) => isFresh(b) - isFresh(a) || b.importance - a.importance);
  const leading = new Set(order.slice(0, MOST_SEEDS));
  return {
    kind: "think",
    seeds: all.filter((seed) => leading.has(seed)),
    because: `${counted(fresh.length, "thing")} came in since the last thought, and ${quoted(topic.label, 80)} stands in ${counted(holders.length, "text")}`,
  };
}

function wait(because: string): ThinkingDecision {
  return { kind: "wait", because };
}
