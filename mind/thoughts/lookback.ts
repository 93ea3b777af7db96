/** A reflection on the agent's own thoughts: which of them count, and what they were about. */
import type { Tone } from "../enums";
import type { Idf } from "../ranking/idf";
import { sharedTopics, type SharedTopic } from "../ranking/sharedTopics";
import { parsedText, type ParsedText } from "../text/parsedText";
import { beginningOf } from "../text/truncate";
import { toFourPlaces } from "../unit";
import { meanOf } from "./brilliance";

/** An earlier thought. `timestamp`: ms since the epoch. */
export interface EarlierThought {
  readonly content: string;
  readonly seeds: readonly string[];
  readonly tone: Tone;
  readonly confidence: number;
  readonly timestamp: number;
}

/** The contract's `basedOn` of such a reflection. */
export interface ReflectedOn {
  thoughtsAnalyzed: number;
  timespan: string;
  dominantThemes: string[];
}

const MS_PER_HOUR = 3_600_000;
/** How far a reflection looks back: `ms`, and the words for it. */
export const LOOKBACKS = {
  "1h": { ms: MS_PER_HOUR, timespan: "1 hour", told: "the last hour" },
  "24h": { ms: 24 * MS_PER_HOUR, timespan: "24 hours", told: "the last day" },
  "7d": { ms: 7 * 24 * MS_PER_HOUR, timespan: "7 days", told: "the last week" },
} as const;
export type Lookback = keyof typeof LOOKBACKS;
export const DEFAULT_LOOKBACK: Lookback = "24h";

/** How far back to look, and on what; `focus` null for everything. */
export interface LookbackRequest {
  readonly lookback: Lookback;
  readonly focus: string | null;
}

/** One thought has nothing to be compared with. */
export const LEAST_THOUGHTS = 2;
/** The newest so many are read; more would not fit a prompt. */
export const MOST_THOUGHTS = 100;
/** A thought touches a focus if it holds so much of the focus's terms, by idf. */
const TOUCHES = 0.5;
/** More themes than this dominate nothing. */
const MOST_THEMES = 3;
const READ_LENGTH = 1024;

export interface LookbackMatter {
  /** Oldest first. */
  readonly thoughts: readonly EarlierThought[];
  /** What thoughts share, the greatest first; `texts` are indices of `thoughts`. */
  readonly themes: readonly SharedTopic[];
  readonly basedOn: ReflectedOn;
}

/** What is read of a thought: its seeds say what it was about, without the words in which the agent thinks. */
export function parsedThought({ content, seeds }: Pick<EarlierThought, "content" | "seeds">): ParsedText {
  return parsedText(beginningOf(seeds.length === 0 ? content : seeds.join("\n"), READ_LENGTH));
}

/** What there is to reflect on among `thoughts` (of the lookback's time, newest first); with a focus only what touches it. */
export function lookbackMatter(
  thoughts: readonly EarlierThought[],
  { lookback, focus }: LookbackRequest,
  idf: Idf,
): LookbackMatter {
  const sought = focus === null ? null : [...parsedText(focus).counts.keys()];
  const touching = thoughts
    .slice(0, MOST_THOUGHTS)
    .map((thought) => ({ thought, parsed: parsedThought(thought) }))
    .filter(
      ({ thought, parsed }) =>
        sought === null || heldShare(sought, [parsed, parsedText(thought.content)], idf) >= TOUCHES,
    )
    .reverse();
  const themes = sharedTopics(touching, idf).slice(0, MOST_THEMES);
  return {
    thoughts: touching.map(({ thought }) => thought),
    themes,
    basedOn: {
      thoughtsAnalyzed: touching.length,
      timespan: LOOKBACKS[lookback].timespan,
      dominantThemes: themes.map(({ label }) => label),
    },
  };
}

/** Share of the terms, by idf, that one of the texts holds. */
function heldShare(terms: readonly string[], texts: readonly ParsedText[], idf: Idf): number {
  const weight = (some: readonly string[]) => some.reduce((sum, term) => sum + idf(term), 0);
  const held = terms.filter((term) => texts.some(({ counts }) => counts.has(term)));
  return terms.length === 0 ? 0 : weight(held) / weight(terms);
}

/**
 * The most that a reflection on `thoughts` may be sure of: the mean of their confidence, less where they are few,
 * mean·n/(n+1). Looking back on its own words never makes the agent surer of them.
 */
export function confidenceOn(thoughts: readonly { readonly confidence: number }[]): number {
  const mean = meanOf(thoughts.map(({ confidence }) => confidence));
  return toFourPlaces((mean * thoughts.length) / (thoughts.length + 1));
}
