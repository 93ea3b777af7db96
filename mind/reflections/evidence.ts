/** Which memories a reflection rests on: what bears on its focus and fits its type. */
import {
  REFLECTION_TYPES,
  type MemoryType,
  type ReflectionDepth,
  type ReflectionType,
  type SentimentLabel,
} from "../enums";
import type { Idf } from "../ranking/idf";
import { sharedTopics } from "../ranking/sharedTopics";
import { parsedText, type ParsedText } from "../text/parsedText";
import { beginningOf } from "../text/truncate";

/** A memory of what others said or did. Its position in a list, from 1, is its number. */
export interface Evidence {
  readonly type: MemoryType;
  /** Its beginning, at most `EVIDENCE_LENGTH` long. */
  readonly content: string;
  /** 0 to 1. */
  readonly importance: number;
  readonly confidence: number;
  readonly sentiment: { readonly score: number; readonly label: SentimentLabel };
  /** Ms since the epoch. */
  readonly createdAt: number;
}

/** A memory that may become evidence. `read`: see `readOfEvidence`. */
export interface Candidate {
  readonly evidence: Evidence;
  readonly read: ParsedText;
  /** How well search holds it to answer to the focus, 0 to 1; 0 without a focus. */
  readonly relevance: number;
}

/** What a memory says stands early; so long texts cost no more than short ones. UTF-16 units. */
export const EVIDENCE_LENGTH = 2_000;
/** Memories shown: what a small model can weigh at once, and what a large one can. */
export const MOST_EVIDENCE: { readonly [depth in ReflectionDepth]: number } = { shallow: 12, deep: 28 };

/** A subject shows in the beginning; recurrences are looked for in some hundred texts. UTF-16 units. */
const READ_LENGTH = 600;
/** With a focus, answering to it leads, and the type decides between what answers alike. */
const FIT_BESIDE_FOCUS = 0.3;
/** What was stored as a feeling is one, whatever its words show. */
const LEAST_OF_EMOTIONAL = 0.5;
/** How well a type of memory fits a reflection on what is known, and on what is done. */
const KNOWN: { readonly [type in MemoryType]: number } = {
  semantic: 1,
  procedural: 0.8,
  episodic: 0.4,
  emotional: 0.2,
  reflection: 0,
};
const DONE: typeof KNOWN = { procedural: 1, episodic: 0.8, semantic: 0.2, emotional: 0.2, reflection: 0 };

/** What is read of a memory to find what recurs. */
export function parsedEvidence({ content }: Evidence): ParsedText {
  return parsedText(beginningOf(content, READ_LENGTH));
}

/** The candidates to reflect on, in the order of time, at most `MOST_EVIDENCE`. Deterministic; ties go to the older. */
export function chosenEvidence<T extends Candidate>(
  candidates: readonly T[],
  { type, depth }: { readonly type: ReflectionType; readonly depth: ReflectionDepth },
  idf: Idf,
): T[] {
  const most = MOST_EVIDENCE[depth];
  const inTime = candidates.toSorted((a, b) => a.evidence.createdAt - b.evidence.createdAt);
  if (inTime.length <= most) return inTime;
  // Growth shows between the earliest and the latest.
  if (type === "growth") return [...inTime.slice(0, most / 2), ...inTime.slice(-most / 2)];
  const fits = fitsOf(inTime, type, idf);
  const weight = (index: number) => (inTime[index]?.relevance ?? 0) + FIT_BESIDE_FOCUS * (fits[index] ?? 0);
  const best = [...inTime.keys()].sort((a, b) => weight(b) - weight(a) || a - b).slice(0, most);
  return best.sort((a, b) => a - b).flatMap((index) => inTime[index] ?? []);
}

/** How well each candidate fits the type, 0 to 1: by its feeling; by kind and confirmation; by kind and recurrence. */
function fitsOf(
  candidates: readonly Candidate[],
  type: "emotional" | "knowledge" | "behavioral",
  idf: Idf,
): number[] {
  switch (type) {
    case "emotional":
      return candidates.map(({ evidence: { type, sentiment } }) =>
        Math.max(Math.abs(sentiment.score), type === "emotional" ? LEAST_OF_EMOTIONAL : 0),
      );
    case "knowledge":
      return candidates.map(
        ({ evidence: { type, confidence, importance } }) => (KNOWN[type] + confidence + importance) / 3,
      );
    case "behavioral": {
      const recurrences = candidates.map(() => 0);
      for (const { texts } of sharedTopics(
        candidates.map(({ read }) => ({ parsed: read })),
        idf,
      ))
        for (const index of texts) recurrences[index] = Math.max(recurrences[index] ?? 0, texts.length);
      const share = (index: number) => (recurrences[index] ?? 0) / candidates.length;
      return candidates.map(({ evidence }, i) => (DONE[evidence.type] * (1 + share(i))) / 2);
    }
  }
}

/** The type after `last`, in turn: an agent left to itself looks at itself from every side. */
export function typeAfter(last: ReflectionType | null): ReflectionType {
  const next = REFLECTION_TYPES.indexOf(last ?? "emotional") + 1;
  return REFLECTION_TYPES[next % REFLECTION_TYPES.length] ?? "knowledge";
}
