/** Items of a prompt, numbered from 1, one JSON object a line: the longest texts are cut so that all fit a budget. */
import { lengthOf } from "../text/phrasing";
import { cut, fairShares, inertJson } from "./sections";

/** A text from outside, and what the model is told of it. */
export interface PromptItem {
  readonly text: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The lines of `items`. Their texts take at most `budget` code points together; a cut one says so. */
export function numberedItems(items: readonly PromptItem[], budget: number): string[] {
  const lengths = items.map(({ text }) => lengthOf(text));
  const shares = fairShares(lengths, budget);
  return items.map(({ text, facts }, i) => {
    const [length = 0, share = 0] = [lengths[i], shares[i]];
    const shown = length > share ? { shown: `the first ${share} of ${length} characters` } : {};
    return inertJson({ number: i + 1, ...facts, ...shown, text: cut(text, share) });
  });
}
