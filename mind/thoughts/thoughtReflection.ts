/** The input of a reflection on the agent's own thoughts: which thoughts, and their themes. */
import type { Tone } from "../enums";
import type { Idf } from "../ranking/idf";
import { sharedTopics, type SharedTopic } from "../ranking/sharedTopics";
import { parsedText, type ParsedText } from "../text/parsedText";
import { beginningOf } from "../text/truncate";
import { toFourPlaces } from "../unit";
import { meanOf } from "./brilliance";

/** `timestamp`: ms since the epoch. */
export interface EarlierThought {
  readonly content: string;
  readonly seeds: readonly string[];
  /** The names given with its seeds or found in them, which its texts need not spell out. */
  readonly entities?: readonly string[];
  readonly tone: Tone;
  readonly confidence: number;
  readonly timestamp: number;
}

/** The contract's `basedOn` of a reflection on thoughts. */
export interface ReflectedOn {
  thoughtsAnalyzed: number;
  timespan: string;
  dominantThemes: string[];
}

const MS_PER_HOUR = 3_600_000;
/** How far a reflection looks back, and the words for it. */
export const LOOKBACKS = {
  "1h": { ms: MS_PER_HOUR, timespan: "1 hour", phrase: "the last hour" },
  "24h": { ms: 24 * MS_PER_HOUR, timespan: "24 hours", phrase: "the last day" },
  "7d": { ms: 7 * 24 * MS_PER_HOUR, timespan: "7 days", phrase: "the last week" },
} as const;
export type Lookback = keyof typeof LOOKBACKS;
export const DEFAULT_LOOKBACK: Lookback = "24h";

/** `focus` is null for all thoughts. */
export interface ThoughtReflectionRequest {
  readonly lookback: Lookback;
  readonly focus: string | null;
}

/** One thought has nothing to compare with. */
export const MIN_THOUGHTS = 2;
/** The newest are read; more would not fit a prompt. */
export const MAX_THOUGHTS = 100;
/** A thought is on the focus if it has this share of the focus's terms, by idf. */
const MIN_FOCUS_SHARE = 0.5;
const MAX_THEMES = 3;
const READ_LENGTH = 1024;

export interface ThoughtReflectionInput {
  /** Oldest first. */
  readonly thoughts: readonly EarlierThought[];
  /** Most shared first; `texts` are indices of `thoughts`. */
  readonly themes: readonly SharedTopic[];
  readonly basedOn: ReflectedOn;
}

/** A thought parsed for its themes: from its seeds, which lack the phrases that all thoughts share. */
export function parsedThought({ content, seeds }: Pick<EarlierThought, "content" | "seeds">): ParsedText {
  return parsedText(beginningOf(seeds.length === 0 ? content : seeds.join("\n"), READ_LENGTH));
}

/** `thoughts`: those of the lookback's time, newest first. With a focus only those on it are used. */
export function thoughtReflectionInput(
  thoughts: readonly EarlierThought[],
  { lookback, focus }: ThoughtReflectionRequest,
  idf: Idf,
): ThoughtReflectionInput {
  const focusTerms = focus === null ? null : [...parsedText(focus).counts.keys()];
  const selected = thoughts
    .slice(0, MAX_THOUGHTS)
    .map((thought) => ({ thought, parsed: parsedThought(thought) }))
    .filter(
      ({ thought, parsed }) =>
        focusTerms === null ||
        termShare(focusTerms, [parsed, ...textsBeside(thought)], idf) >= MIN_FOCUS_SHARE,
    )
    .reverse();
  const named = selected.map(({ thought, parsed }) => ({ parsed, names: thought.entities ?? [] }));
  const themes = sharedTopics(named, idf).slice(0, MAX_THEMES);
  return {
    thoughts: selected.map(({ thought }) => thought),
    themes,
    basedOn: {
      thoughtsAnalyzed: selected.length,
      timespan: LOOKBACKS[lookback].timespan,
      dominantThemes: themes.map(({ label }) => label),
    },
  };
}

function textsBeside({ content, entities = [] }: EarlierThought): ParsedText[] {
  return [content, ...entities].map(parsedText);
}

/** The share of the terms, by idf, that at least one of the texts has. */
function termShare(terms: readonly string[], texts: readonly ParsedText[], idf: Idf): number {
  const weight = (some: readonly string[]) => some.reduce((sum, term) => sum + idf(term), 0);
  const held = terms.filter((term) => texts.some(({ counts }) => counts.has(term)));
  return terms.length === 0 ? 0 : weight(held) / weight(terms);
}

/**
 * The highest confidence of a reflection on `thoughts`: their mean, lowered for few of them, mean·n/(n+1). Repeating its own
 * words never makes the agent surer of them.
 */
export function confidenceOn(thoughts: readonly { readonly confidence: number }[]): number {
  const mean = meanOf(thoughts.map(({ confidence }) => confidence));
  return toFourPlaces((mean * thoughts.length) / (thoughts.length + 1));
}
