/** What a reflection is made from, and what is made. */
import type { ReflectionDepth, ReflectionType } from "../enums";
import { unit } from "../unit";
import type { Evidence } from "./evidence";

/** All moments are ms since the epoch. */
export interface ReflectionMatter {
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly name: string;
  readonly persona: string;
  readonly type: ReflectionType;
  readonly depth: ReflectionDepth;
  /** What the reflection is to be about; null where the caller left it open. */
  readonly focus: string | null;
  /** In the order of time, the oldest first. */
  readonly evidence: readonly Evidence[];
  /** What many memories share; only for a deep reflection. */
  readonly themes: readonly { readonly theme: string; readonly summary: string }[];
  /** Reflections of this type, the newest first: what not to say again. */
  readonly earlier: readonly { readonly content: string; readonly createdAt: number }[];
}

/** A reflection before it is stored. */
export interface MadeReflection {
  readonly content: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** The numbers of the evidence that it rests on, rising. */
  readonly cites: readonly number[];
}

/** A memory is as sure as this unless somebody says otherwise. */
const USUAL_CONFIDENCE = 0.8;

/**
 * `confidence` as far as the evidence cited bears it: (1 − ½ⁿ) of it for n memories, for one witness is a bet and five
 * are nearly as good as more; and less by as much as they are less sure than memories usually are.
 */
export function supportedConfidence(
  confidence: number,
  cited: readonly Pick<Evidence, "confidence">[],
): number {
  if (cited.length === 0) return 0;
  const mean = cited.reduce((sum, evidence) => sum + evidence.confidence, 0) / cited.length;
  return unit(confidence * Math.min(1, mean / USUAL_CONFIDENCE) * (1 - 0.5 ** cited.length));
}
