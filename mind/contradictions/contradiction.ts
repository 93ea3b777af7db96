/** Whether two near-equal statements cannot both hold, by what they differ in. */
import type { ParsedText } from "../text/parsedText";

export type ContradictionKind = "number" | "negation" | "antonym";

/** Shared terms of the larger text from which on two texts are near-equal. */
const NEAR_EQUAL = 0.75;

/** In what two near-equal statements contradict each other; null where they don't. Symmetric. */
export function contradictionBetween(
  a: ParsedText,
  b: ParsedText,
): { readonly kind: ContradictionKind } | null {
  const [x, y] = [wordsOf(a), wordsOf(b)];
  const shared = [...x].filter((term) => y.has(term)).length;
  if (shared < NEAR_EQUAL * Math.max(x.size, y.size) || shared === 0) return null;
  if (a.negations.length % 2 !== b.negations.length % 2) return { kind: "negation" };
  const otherNumbers =
    a.numbers.length > 0 && a.numbers.length === b.numbers.length && a.numbers.join() !== b.numbers.join();
  return otherNumbers ? { kind: "number" } : null;
}

function wordsOf({ terms, numbers, negations }: ParsedText): Set<string> {
  const left = new Set([...numbers, ...negations]);
  return new Set(terms.filter((term) => !left.has(term)));
}
