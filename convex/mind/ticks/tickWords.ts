/** What a tick says, whoever wrote it, and the affect that it is written about. */
import type { ArtifactType, Latents, Mood } from "../../../mind/enums";

/** The words of a tick. */
export interface TickWords {
  /** 1 to 280 characters. */
  summary: string;
  /** 1 to 4,000 characters. */
  detail: string;
  /** Only where there was something to observe. */
  remark?: string;
  /** At most 4, each of 1 to 1,000 characters. */
  artifacts: { type: ArtifactType; content: string }[];
  /** The numbers of the memories that the words draw on. */
  usedMemories: readonly number[];
  /** The number of the memory that a quiet tick came back to, if it did. */
  musedOn?: number;
  /** The numbers of the passages of knowledge that the words draw on. */
  usedPassages: readonly number[];
}

/** The agent as the tick leaves it. */
export interface TickAffect {
  mood: Mood;
  health: number;
  volatility: number;
  latents: Latents;
}
