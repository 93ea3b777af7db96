/** What a reflection is made from, and the draft that results. */
import type { ReflectionDepth, ReflectionType } from "../enums";
import { dayAndTime } from "../time/calendarDay";
import { unit } from "../unit";
import type { Evidence } from "./evidence";

/** Times are in ms since the epoch. */
export interface ReflectionInput {
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly name: string;
  readonly persona: string;
  readonly type: ReflectionType;
  readonly depth: ReflectionDepth;
  /** The subject that the caller asked for; null for none. */
  readonly focus: string | null;
  /** Oldest first. */
  readonly evidence: readonly Evidence[];
  /** Only for a deep reflection. */
  readonly themes: readonly { readonly theme: string; readonly summary: string }[];
  /** Reflections of this type, newest first, not to be repeated. */
  readonly earlier: readonly { readonly content: string; readonly createdAt: number }[];
}

/** Earlier reflections shown. */
export const SHOWN_EARLIER = 3;

/** The tags of the prompt's sections. Text from outside can't contain one. */
export const REFLECTION_TAGS = ["now", "focus", "reflections", "themes", "evidence"] as const;

/** The text of <now>; a reflection may refer to it. */
export function nowLine({ now, timeZone }: Pick<ReflectionInput, "now" | "timeZone">): string {
  return `It is ${dayAndTime(now, timeZone)}.`;
}

/** A reflection before it is saved. */
export interface ReflectionDraft {
  readonly content: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** The numbers of the evidence that it rests on, ascending. */
  readonly cites: readonly number[];
}

/** The confidence of a memory that was stored without one. */
const TYPICAL_CONFIDENCE = 0.8;

/**
 * `confidence` as far as the cited evidence supports it: times (1 − ½ⁿ) for n memories, because one witness is a bet and five
 * are nearly as good as more; and lowered in proportion where their mean confidence is below the typical one.
 */
export function supportedConfidence(
  confidence: number,
  cited: readonly Pick<Evidence, "confidence">[],
): number {
  if (cited.length === 0) return 0;
  const mean = cited.reduce((sum, evidence) => sum + evidence.confidence, 0) / cited.length;
  return unit(confidence * Math.min(1, mean / TYPICAL_CONFIDENCE) * (1 - 0.5 ** cited.length));
}
