/** What a reflection is made from: evidence from outside, and the agent's own earlier words for continuity. */
import { unit } from "../../../mind/unit";
import type { MemoryType, ReflectionDepth, ReflectionType } from "../../../mind/enums";

/** A memory of what others said or did. Its position in `ReflectionMatter.evidence`, from 1, is its number. */
export interface Evidence {
  readonly type: MemoryType;
  readonly content: string;
  readonly entities: readonly string[];
  /** 0 to 1. */
  readonly importance: number;
  readonly confidence: number;
  /** −1 to 1, of what it states. */
  readonly sentiment: number;
  readonly createdAt: number;
  /** How much search holds it to say of the focus, 0 to 1; null without a focus. */
  readonly bearing: number | null;
}

/** All moments are ms since the epoch. */
export interface ReflectionMatter {
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly name: string;
  readonly persona: string;
  readonly type: ReflectionType;
  readonly depth: ReflectionDepth;
  /** What the reflection is to be about; null where whoever asked left it open. */
  readonly focus: string | null;
  /** In the order of time, the oldest first. */
  readonly evidence: readonly Evidence[];
  /** Pairs of evidence, by index, of which one is known to contradict the other. */
  readonly disputes: readonly { readonly older: number; readonly newer: number }[];
  /** What many memories share; only for a deep reflection. */
  readonly themes: readonly { readonly theme: string; readonly summary: string }[];
  /** Reflections of this type, the newest first: what not to say again. */
  readonly earlier: readonly { readonly content: string; readonly createdAt: number }[];
  /** The newest of them on the same focus, with the numbers of the evidence here that it rests on. */
  readonly last: {
    readonly content: string;
    readonly createdAt: number;
    readonly cites: readonly number[];
  } | null;
}

/** A reflection before it is stored. */
export interface MadeReflection {
  readonly content: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** The numbers of the evidence that it rests on, rising. */
  readonly cites: readonly number[];
  /** Whether it says little more than that there was little to say. */
  readonly isThin: boolean;
}

/** A memory is as sure as this unless somebody says otherwise. */
const USUAL_CONFIDENCE = 0.8;

/**
 * `confidence` as far as the evidence cited bears it: (1 − ½ⁿ) of it for n memories, for one witness is a bet and five
 * are nearly as good as more; and less by as much as they are less sure than memories usually are.
 */
export function borneConfidence(confidence: number, cited: readonly Pick<Evidence, "confidence">[]): number {
  if (cited.length === 0) return 0;
  const mean = cited.reduce((sum, evidence) => sum + evidence.confidence, 0) / cited.length;
  const borne = confidence * Math.min(1, mean / USUAL_CONFIDENCE) * (1 - 0.5 ** cited.length);
  return unit(borne);
}
