/** When the agent thinks spontaneously, and about what. */
import type { Idf } from "../ranking/idf";
import { sharedTopics } from "../ranking/sharedTopics";
import { parsedText, type ParsedText } from "../text/parsedText";
import { counted, quoted } from "../text/phrasing";
import { beginningOf } from "../text/truncate";
import type { Seed } from "./seeds";

/** `because` completes "the agent thinks / does not think because …". */
export type ThinkingDecision<Kind extends Seed = Seed> =
  | { readonly kind: "think"; readonly seeds: Kind[]; readonly because: string }
  | { readonly kind: "wait"; readonly because: string };

const MS_PER_HOUR = 3_600_000;
/** One an hour: each may cost a call of the model, and more would be chatter. */
export const MAX_THOUGHTS_PER_DAY = 24;
/** Thoughts in faster succession would share their seeds. */
export const MIN_GAP_MS = 0.5 * MS_PER_HOUR;
/**
 * Importance needed since the last thought: two important things, or three ordinary ones. (The agents of Park et al. 2023
 * reflect at fifteen times full importance; a thought is less than a reflection.)
 */
export const MIN_IMPORTANCE = 1.2;
const MAX_SEEDS = 6;
/** The beginning shows the subject. UTF-16 units. */
const READ_LENGTH = 1024;

/** The beginning of a seed, parsed to find what it shares with others. */
export function parsedSeed({ content }: Pick<Seed, "content">): ParsedText {
  return parsedText(beginningOf(content, READ_LENGTH));
}

/**
 * Thinks when enough is new from outside, and at least two seeds, one of them `fresh`, share a name or a distinctive word.
 * Deterministic.
 */
export function decideToThink<Kind extends Seed>(
  fresh: readonly Kind[],
  recalled: readonly Kind[],
  idf: Idf,
): ThinkingDecision<Kind> {
  if (fresh.length === 0) return wait("nothing new has come from outside");
  const total = fresh.reduce((sum, { importance }) => sum + importance, 0);
  if (total < MIN_IMPORTANCE)
    return wait(`too little has happened: importance ${total.toFixed(2)} of ${MIN_IMPORTANCE}`);
  const all = [...fresh, ...recalled];
  const topics = sharedTopics(
    all.map((seed) => ({ parsed: parsedSeed(seed), names: seed.entities ?? [] })),
    idf,
  );
  const [topic] = topics.filter(({ texts }) => texts.some((index) => index < fresh.length));
  if (topic === undefined) return wait("no two things share a name or a distinctive word");
  const holders = topic.texts.flatMap((index) => all[index] ?? []);
  const isFresh = (seed: Kind) => (fresh.includes(seed) ? 1 : 0);
  const order = holders.toSorted((a, b) => isFresh(b) - isFresh(a) || b.importance - a.importance);
  const leading = new Set(order.slice(0, MAX_SEEDS));
  return {
    kind: "think",
    seeds: all.filter((seed) => leading.has(seed)),
    because: `${counted(fresh.length, "thing")} came in since the last thought, and ${quoted(topic.label, 80)} occurs in ${counted(holders.length, "text")}`,
  };
}

function wait(because: string): Extract<ThinkingDecision, { kind: "wait" }> {
  return { kind: "wait", because };
}
