/** Reflections without a model, on evidence or on the agent's thoughts, made of counts, dates and quotations. */
import { TONES } from "../enums";
import type { Idf } from "../ranking/idf";
import { sharedTopics } from "../ranking/sharedTopics";
import { parsedEvidence, type Evidence } from "../reflections/evidence";
import {
  supportedConfidence,
  type ReflectionDraft,
  type ReflectionInput,
} from "../reflections/reflectionInput";
import {
  confidenceOn,
  MIN_THOUGHTS,
  LOOKBACKS,
  type EarlierThought,
  type ThoughtReflectionInput,
  type ThoughtReflectionRequest,
} from "../thoughts/thoughtReflection";
import type { ThoughtDraft } from "../thoughts/thoughtAnswer";
import { counted, listed, numberWord, quoted, sentenceCase } from "../text/phrasing";
import { calendarDay } from "../time/calendarDay";
import { firstDifference, quoteOn, recurrence } from "./quotes";

/** The confidence is limited: quotations are certain, but the conclusion only counts and does not understand. */
const CONFIDENCE = 0.75;
const MAX_QUOTED = { shallow: 3, deep: 6 } as const;
const MEMORIES = { one: "memory", many: "memories" };
const THOUGHTS = { one: "thought", many: "thoughts" };

/** A reflection that cites all evidence. Without evidence it says so, with confidence 0. */
export function reflectionByExtraction(input: ReflectionInput, idf: Idf): ReflectionDraft {
  const { evidence, focus, type } = input;
  if (evidence.length === 0) {
    const content =
      focus === null
        ? `I remember nothing yet that others told me or did, so there is nothing to reflect on for ${type}.`
        : `I remember nothing that bears on ${quoted(focus, 200)}, so I have nothing to say of it yet.`;
    return { content, confidence: 0, cites: [] };
  }
  const said = [opening(input), ...findings(input, idf), ...differing(input)];
  return {
    content: said.filter((sentence) => sentence !== "").join(" "),
    confidence: supportedConfidence(CONFIDENCE, evidence),
    cites: evidence.map((_, i) => i + 1),
  };
}

function opening({ evidence, focus, timeZone }: ReflectionInput): string {
  const days = [evidence[0], evidence.at(-1)].map((one) => calendarDay(one?.createdAt ?? 0, timeZone));
  const span = days[0] === days[1] ? `of ${days[0]}` : `from ${days[0]} to ${days[1]}`;
  const looked = evidence.length === 1 ? "one memory" : `${numberWord(evidence.length)} memories`;
  return `${focus === null ? "I" : `On ${quoted(focus, 200)} I`} looked at ${looked}, ${span}.`;
}

/** What each type of reflection counts and quotes. */
function findings(input: ReflectionInput, idf: Idf): string[] {
  const { evidence, type, depth } = input;
  const most = MAX_QUOTED[depth];
  const topics = sharedTopics(
    evidence.map((one) => ({ parsed: parsedEvidence(one) })),
    idf,
  );
  const [leading] = topics;
  const holders = leading?.texts.flatMap((index) => evidence[index] ?? []) ?? evidence;
  const counts = recurrence(topics, evidence.length, MEMORIES);
  switch (type) {
    case "emotional":
      return [feelings(evidence), `Strongest: ${quotes(input, strongest(evidence).slice(0, most))}.`];
    case "behavioral":
      return [counts, `Latest: ${quotes(input, holders.slice(-most), leading?.label)}.`];
    case "growth": {
      const half = Math.min(Math.ceil(most / 2), Math.floor(evidence.length / 2));
      if (half === 0) return [`${quotes(input, evidence)}.`];
      return [
        `At first: ${quotes(input, evidence.slice(0, half))}.`,
        `Last: ${quotes(input, evidence.slice(-half))}.`,
      ];
    }
    case "knowledge":
      return [counts, `${quotes(input, surest(holders).slice(0, most), leading?.label)}.`];
  }
}

function feelings(evidence: readonly Evidence[]): string {
  const labels = ["positive", "negative", "neutral"] as const;
  const parts = labels.flatMap((label) => {
    const count = evidence.filter(({ sentiment }) => sentiment.label === label).length;
    return count === 0 ? [] : [`${count} ${label}`];
  });
  return `By their words they sound ${listed(parts)}.`;
}

function strongest(evidence: readonly Evidence[]): Evidence[] {
  return evidence.toSorted((a, b) => Math.abs(b.sentiment.score) - Math.abs(a.sentiment.score));
}

function surest(evidence: readonly Evidence[]): Evidence[] {
  return evidence.toSorted((a, b) => b.confidence * b.importance - a.confidence * a.importance);
}

/** Quotes each memory's sentence on the focus or topic, with its day, oldest first. */
function quotes(input: ReflectionInput, evidence: readonly Evidence[], topic = ""): string {
  const about = [input.focus ?? "", topic].join(" ").trim();
  return evidence
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map(({ content, createdAt }) => `${quoteOn(content, about)} (${calendarDay(createdAt, input.timeZone)})`)
    .join("; ");
}

/** Quotes two memories that contradict each other or differ only in figures. */
function differing(input: ReflectionInput): string[] {
  const { evidence } = input;
  const difference = firstDifference(evidence.map(parsedEvidence));
  if (difference === null) return [];
  const pair = [evidence[difference.a], evidence[difference.b]].flatMap((one) => one ?? []);
  return [`${sentenceCase(difference.how)}: ${quotes(input, pair)}.`];
}

/** A reflection on the agent's own thoughts: their number, tones and themes, quoting the most confident and the last. */
export function lookbackByExtraction(
  { thoughts, themes }: ThoughtReflectionInput,
  { lookback, focus }: ThoughtReflectionRequest,
): ThoughtDraft {
  const { phrase } = LOOKBACKS[lookback];
  const on = focus === null ? "" : ` that touches ${quoted(focus, 80)}`;
  const confidence = confidenceOn(thoughts);
  const [only] = thoughts;
  if (only === undefined)
    return {
      content: `In ${phrase} I have had no thought${on}. There is nothing to look back on.`,
      tone: "reflective",
      confidence: 0,
    };
  if (thoughts.length < MIN_THOUGHTS)
    return {
      content: `In ${phrase} I have had one thought${on}: ${quoted(only.content, 300)}. One is too few to compare.`,
      tone: "reflective",
      confidence,
    };
  const about = focus === null ? "" : ` on ${quoted(focus, 80)}`;
  const surest = thoughts.reduce((most, one) => (one.confidence >= most.confidence ? one : most), only);
  const last = thoughts.at(-1) ?? only;
  const content = [
    `In ${phrase} I have had ${counted(thoughts.length, "thought")}${about}: ${tones(thoughts)}.`,
    recurrence(themes, thoughts.length, THOUGHTS),
    `I was surest (${surest.confidence.toFixed(2)}) of this: ${quoted(surest.content, 200)}.`,
    ...(last === surest ? [] : [`The last was ${quoted(last.content, 200)}.`]),
  ];
  const concerned = thoughts.filter(({ tone }) => tone === "concerned").length;
  return {
    content: content.filter((sentence) => sentence !== "").join(" "),
    tone: 2 * concerned > thoughts.length ? "concerned" : "reflective",
    confidence,
  };
}

function tones(thoughts: readonly EarlierThought[]): string {
  return listed(
    TONES.flatMap((tone) => {
      const count = thoughts.filter((thought) => thought.tone === tone).length;
      return count === 0 ? [] : [`${count} ${tone}`];
    }),
  );
}
