/** An answer to a tick that keeps every rule, for tests to change. */
import type { TickAnswer } from "../../../mind/tick/answer";

export const answer: TickAnswer = {
  summary: "A quiet evening.",
  detail: "Nothing pressed.",
  remark: null,
  mood: "neutral",
  valence: 0.1,
  arousal: 0.2,
  curiosity: 0.3,
  confidence: 0.8,
  artifacts: [],
  basedOn: [],
  memories: [],
  usedMemories: [],
  usedPassages: [],
};
