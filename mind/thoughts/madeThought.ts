/** A thought before it is kept. */
import type { Tone } from "../enums";

export interface MadeThought {
  readonly content: string;
  readonly tone: Tone;
  /** 0 to 1. */
  readonly confidence: number;
}
