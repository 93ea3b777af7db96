/** Chooses the memories that a reflection is made from, by focus and type. */
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

/** A memory of what others said or did. Prompts and answers number it by its position, from 1. */
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

/** A memory that may be chosen. */
export interface Candidate {
  readonly evidence: Evidence;
  /** `parsedEvidence(evidence)` */
  readonly parsed: ParsedText;
  /** Search's similarity to the focus, 0 to 1; 0 without a focus. */
  readonly relevance: number;
}

/** The beginning says most, and long texts cost no more than short ones. UTF-16 units. */
export const EVIDENCE_LENGTH = 2_000;
/** Memories in a prompt: as many as a small model can weigh, or a large one. */
export const MAX_EVIDENCE: { readonly [depth in ReflectionDepth]: number } = { shallow: 12, deep: 28 };

/** Recurrences are looked for in some hundred texts, and the beginning shows the subject. UTF-16 units. */
const READ_LENGTH = 600;
/** With a focus, relevance leads; the fit to the type decides between similar ones. */
const FIT_WEIGHT = 0.3;
/** A memory stored as emotional fits at least this well, whatever its sentiment. */
const MIN_EMOTIONAL_FIT = 0.5;
/** How well each type of memory fits a reflection on knowledge, and on behaviour. */
type TypeFit = { readonly [type in MemoryType]: number };
const KNOWLEDGE_FIT: TypeFit = { semantic: 1, procedural: 0.8, episodic: 0.4, emotional: 0.2, reflection: 0 };
const BEHAVIOR_FIT: TypeFit = { procedural: 1, episodic: 0.8, semantic: 0.2, emotional: 0.2, reflection: 0 };

/** The beginning of a memory, parsed to find what recurs. */
export function parsedEvidence({ content }: Evidence): ParsedText {
  return parsedText(beginningOf(content, READ_LENGTH));
}

/** The chosen candidates, oldest first, at most `MAX_EVIDENCE`. Deterministic; ties go to the older. */
export function chosenEvidence<T extends Candidate>(
  candidates: readonly T[],
  { type, depth }: { readonly type: ReflectionType; readonly depth: ReflectionDepth },
  idf: Idf,
): T[] {
  const limit = MAX_EVIDENCE[depth];
  const inTime = candidates.toSorted((a, b) => a.evidence.createdAt - b.evidence.createdAt);
  if (inTime.length <= limit) return inTime;
  // Growth shows in the difference between the earliest and the latest.
  if (type === "growth") return [...inTime.slice(0, limit / 2), ...inTime.slice(-limit / 2)];
  const fits = fitsOf(inTime, type, idf);
  const weight = (index: number) => (inTime[index]?.relevance ?? 0) + FIT_WEIGHT * (fits[index] ?? 0);
  const best = [...inTime.keys()].sort((a, b) => weight(b) - weight(a) || a - b).slice(0, limit);
  return best.sort((a, b) => a - b).flatMap((index) => inTime[index] ?? []);
}

/** How well each candidate fits the type, 0 to 1: by sentiment; by type, confidence and importance; by type and recurrence. */
function fitsOf(
  candidates: readonly Candidate[],
  type: "emotional" | "knowledge" | "behavioral",
  idf: Idf,
): number[] {
  switch (type) {
    case "emotional":
      return candidates.map(({ evidence: { type, sentiment } }) =>
        Math.max(Math.abs(sentiment.score), type === "emotional" ? MIN_EMOTIONAL_FIT : 0),
      );
    case "knowledge":
      return candidates.map(
        ({ evidence: { type, confidence, importance } }) =>
          (KNOWLEDGE_FIT[type] + confidence + importance) / 3,
      );
    case "behavioral": {
      const topics = sharedTopics(candidates, idf);
      return candidates.map(({ evidence }, i) => {
        const recurrences = topics.filter(({ texts }) => texts.includes(i)).map(({ texts }) => texts.length);
        return (BEHAVIOR_FIT[evidence.type] * (1 + Math.max(0, ...recurrences) / candidates.length)) / 2;
      });
    }
  }
}

/** The next type in turn, so that spontaneous reflections cover every type. */
export function typeAfter(last: ReflectionType | null): ReflectionType {
  const next = REFLECTION_TYPES.indexOf(last ?? "emotional") + 1;
  return REFLECTION_TYPES[next % REFLECTION_TYPES.length] ?? "knowledge";
}
