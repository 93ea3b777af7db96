/** How a memory sounds, where that tells a person something. */
import type { Memory } from "../../../client";
import { Tag } from "./basics";

/** Below this the words lean, but nobody would call the text glad or sad. */
const CLEAR = 0.5;
/** Of what happened and how it was felt. A rule such as "Use tabs, not spaces" holds negations, and no feeling. */
const FELT: readonly Memory["type"][] = ["episodic", "emotional"];

export function SentimentTag({ memory }: { readonly memory: Pick<Memory, "type" | "sentiment"> }) {
  const { label, score } = memory.sentiment;
  if (label === "neutral" || Math.abs(score) < CLEAR || !FELT.includes(memory.type)) return null;
  return <Tag tone={label === "positive" ? "good" : ""}>sounds {label}</Tag>;
}
