/** How new an event is, compared with those that came in just before it. */
import { profileOf, tfIdfCosine } from "../ranking/lexical";
import { UNCOUNTED } from "../ranking/idf";
import { normalForm } from "../text/normalForm";

/** The UTF-16 units of a text that are compared. Its beginning tells what it is about, and the cost is bounded. */
const COMPARED_LENGTH = 1_000;

/** An event that came in before. */
export interface Earlier {
  readonly content: string;
  /** As of a `Repetition`. */
  readonly repeats: number;
}

export interface Repetition {
  /** 1 − the greatest similarity to an earlier text: 0 (the same) to 1 (like none). */
  readonly novelty: number;
  /** How many earlier texts said the same, once normalised. */
  readonly repeats: number;
}

/** Compares `content` with the events before it, newest first. */
export function repetitionOf(content: string, earlier: readonly Earlier[]): Repetition {
  const key = normalForm(content);
  const same = earlier.find((one) => normalForm(one.content) === key);
  if (same !== undefined) return { novelty: 0, repeats: same.repeats + 1 };
  const profile = beginningOf(content);
  const likeness = earlier.map((one) => tfIdfCosine(profile, beginningOf(one.content), UNCOUNTED));
  return { novelty: 1 - Math.max(0, ...likeness), repeats: 0 };
}

function beginningOf(text: string) {
  return profileOf(text.slice(0, COMPARED_LENGTH));
}
