/** Reflection over the agent's own thoughts: which of them count, what they were about, and the words for it without a model. */
import { questionIn } from "../events/eventWords";
import { entitiesOf } from "../language/entities";
import { clipped, counted, fullStop, listed, numberWord, quoted, times } from "../../../mind/text/phrasing";
import { coverage, profileOf } from "../../../mind/ranking/lexical";
import type { Idf } from "../../../mind/ranking/idf";
import { toFourPlaces } from "../../../mind/unit";
import { TONES, type Tone } from "../../../mind/enums";
import { meanOf } from "./brilliance";
import type { MadeThought } from "./reflexThought";
import { relationsOf } from "./seedRelations";
import { textOf, themesOfThoughts, type ThemedThought, type ThoughtTheme } from "./thoughtThemes";

/** An earlier thought. */
export interface EarlierThought extends ThemedThought {
  readonly tone: Tone;
  readonly confidence: number;
  readonly timestamp: number;
}

/** The contract's `basedOn` of a reflection. */
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

/** One thought is no stretch of thinking: there is nothing to compare it with. */
export const LEAST_THOUGHTS = 2;
/** The newest so many are read; more would not fit a prompt, and older ones were reflected on before. */
export const MOST_THOUGHTS = 100;
/** A thought touches the focus that it answers to so far. */
const TOUCHES = 0.3;
const REFLECTION_LENGTH = 1200;
const QUOTE_LENGTH = 120;
/** A label of two phrases and more stands in quotation marks: it is no part of the sentence. */
const LABEL_LENGTH = 80;
/** A change of mean confidence that is worth a word. */
const NOTABLE_CHANGE = 0.1;

/** `enough`: what to reflect on, oldest first. `too little`: the honest answer, which needs no model. */
export type ReflectionMatter =
  | { kind: "enough"; thoughts: EarlierThought[]; themes: ThoughtTheme[]; basedOn: ReflectedOn }
  | { kind: "too little"; said: MadeThought; basedOn: ReflectedOn };

/** What there is to reflect on among `thoughts` (of the lookback's time, newest first); with a `focus` only what touches it. */
export function reflectionMatter(
  thoughts: readonly EarlierThought[],
  { lookback, focus = null }: { lookback: Lookback; focus?: string | null },
  idf: Idf,
): ReflectionMatter {
  const about = focus === null ? null : profileOf(focus);
  const touching = thoughts
    .slice(0, MOST_THOUGHTS)
    .filter(
      (thought) =>
        about === null ||
        coverage(about, profileOf(`${thought.content}\n${textOf(thought)}`), idf) >= TOUCHES,
    )
    .reverse();
  const themes = themesOfThoughts(touching, idf);
  const basedOn = {
    thoughtsAnalyzed: touching.length,
    timespan: LOOKBACKS[lookback].timespan,
    dominantThemes: themes.map(({ label }) => label),
  };
  return touching.length < LEAST_THOUGHTS
    ? { kind: "too little", said: tooLittle(touching, thoughts.length, { lookback, focus }), basedOn }
    : { kind: "enough", thoughts: touching, themes, basedOn };
}

function tooLittle(
  [only]: readonly EarlierThought[],
  had: number,
  { lookback, focus }: { lookback: Lookback; focus: string | null },
): MadeThought {
  const { told } = LOOKBACKS[lookback];
  const on = focus === null ? "" : ` that touches ${quoted(focus, 80)}`;
  const others =
    focus !== null && had > 0 ? `, though I have had ${counted(had, "thought")} of other things` : "";
  const content =
    only === undefined
      ? `In ${told} I have had no thought${on}${others}. There is nothing to look back on, and I would rather say so than make something up.`
      : `In ${told} I have had one thought${on}: ${fullStop(quoted(only.content, 300))} One is too few to see a pattern in; I let it stand as it is.`;
  return { content, tone: "reflective", confidence: only === undefined ? 0 : confidenceOn([only]) };
}

/** A reflection without a model: what the thoughts turned on, how they changed, what doesn't fit, what is still asked. */
export function reflexReflection(
  { thoughts, themes }: Extract<ReflectionMatter, { kind: "enough" }>,
  { lookback, focus = null }: { lookback: Lookback; focus?: string | null },
  idf: Idf,
): MadeThought {
  const sentences = [
    opening(thoughts, themes, lookback, focus),
    ...themes.slice(0, 2).map((theme) => typicalOf(theme, thoughts)),
    course(thoughts),
    tensionIn(thoughts, idf),
    stillAsked(thoughts),
  ];
  const late = thoughts.slice(Math.floor(thoughts.length / 2));
  return {
    content: clipped(
      sentences
        .filter((said) => said !== "")
        .map(fullStop)
        .join(" "),
      REFLECTION_LENGTH,
    ),
    tone: commonTone(late) === "concerned" ? "concerned" : "reflective",
    confidence: confidenceOn(thoughts),
  };
}

/**
 * The most that a reflection on `thoughts` may be sure of: the mean of their confidence, less where they are few,
 * mean·n/(n+1). Looking back on its own words never makes the agent surer of them.
 */
export function confidenceOn(thoughts: readonly { confidence: number }[]): number {
  const mean = meanOf(thoughts.map(({ confidence }) => confidence));
  return toFourPlaces((mean * thoughts.length) / (thoughts.length + 1));
}

function opening(
  thoughts: readonly EarlierThought[],
  themes: readonly ThoughtTheme[],
  lookback: Lookback,
  focus: string | null,
): string {
  const on = focus === null ? "" : ` about ${quoted(focus, 80)}`;
  const head = `In ${LOOKBACKS[lookback].told} I have thought ${times(thoughts.length)}${on}`;
  const shared = themes.filter((theme) => theme.thoughts.length > 1);
  const [last] = themes;
  // Those that touch a focus meet in it.
  const apart =
    focus === null ? "no two of these thoughts meet" : "beyond that no two of these thoughts meet";
  if (shared.length === 0)
    return last === undefined
      ? `${head}, and ${apart}`
      : `${head}, and ${apart}; the last was of ${quoted(last.label, LABEL_LENGTH)}`;
  const told = shared.map(({ label, thoughts: held }, i) => {
    const often =
      held.length === thoughts.length
        ? "each time"
        : `in ${numberWord(held.length)}${i === 0 ? " of these thoughts" : ""}`;
    return `to ${quoted(label, LABEL_LENGTH)} ${often}`;
  });
  return `${head}, and came back ${listed(told)}`;
}

/** The surest thought of a theme, of equals the latest. */
function typicalOf({ label, thoughts: held }: ThoughtTheme, thoughts: readonly EarlierThought[]): string {
  if (held.length < 2) return "";
  const [first, ...others] = held.flatMap((index) => thoughts[index] ?? []);
  if (first === undefined) return "";
  const surest = others.reduce((most, one) => (one.confidence >= most.confidence ? one : most), first);
  return `On ${quoted(label, LABEL_LENGTH)} I was surest when I thought ${quoted(surest.content, QUOTE_LENGTH)}`;
}

/** How tone and confidence went, from the first half to the second. */
function course(thoughts: readonly EarlierThought[]): string {
  const middle = Math.ceil(thoughts.length / 2);
  const [early, late] = [thoughts.slice(0, middle), thoughts.slice(middle)];
  const [before, after] = [commonTone(early), commonTone(late)];
  const sure = (half: readonly EarlierThought[]) => meanOf(half.map(({ confidence }) => confidence));
  const change = sure(late) - sure(early);
  const surer =
    Math.abs(change) < NOTABLE_CHANGE
      ? ""
      : `, and I have grown ${change > 0 ? "surer" : "less sure"} on the way`;
  return before === after
    ? `The tone stayed ${before}${surer}`
    : `The tone went from ${before} to ${after}${surer}`;
}

function commonTone(thoughts: readonly EarlierThought[]): Tone {
  const times = (tone: Tone) => thoughts.filter((thought) => thought.tone === tone).length;
  return TONES.reduce<Tone>((most, tone) => (times(tone) > times(most) ? tone : most), "neutral");
}

/** Thoughts are compared by what they were made of: the last few, for older ones may simply be past. */
const COMPARED = 8;

function tensionIn(thoughts: readonly EarlierThought[], idf: Idf): string {
  const texts = thoughts
    .slice(-COMPARED)
    .flatMap(({ content, seeds }) => (seeds.length === 0 ? [content] : seeds));
  const compared = [...new Set(texts)]
    .slice(-COMPARED)
    .map((content) => ({ content, entities: entitiesOf(content) }));
  const [tension] = relationsOf(compared, idf).tensions.filter(({ kind }) => kind !== "feeling");
  if (tension === undefined) return "";
  const [a, b] = [compared[tension.a], compared[tension.b]].map((one) =>
    quoted(one?.content ?? "", QUOTE_LENGTH),
  );
  return `Two things that I thought about may not agree: ${a} and ${b}`;
}

function stillAsked(thoughts: readonly EarlierThought[]): string {
  for (const { content, seeds } of [...thoughts].reverse()) {
    const asked = [...seeds, content].map(questionIn).find((question) => question !== null);
    if (asked !== undefined && asked !== null)
      return `I still have no answer to this: ${quoted(asked.replace(/^[“"]+/, ""), QUOTE_LENGTH)}`;
  }
  return "";
}
