/** Two counts of one thing, told on one day: reports that are alike but for a number. */
import { isNegation } from "../language/negations";
import { isStopWord } from "../../../mind/text/stopWords";
import { numberIn, termsOf, tokensOf } from "../language/tokens";
import type { Evidence } from "./reflectionMatter";

/** Fewer words in common beside the number may be of two things. */
const LEAST_TERMS = 3;
const READ_LENGTH = 400;

/** A report without its one number, and the number; null where it has none, or more than one. */
interface Counted {
  readonly words: string;
  readonly count: string;
}

/**
 * Pairs of evidence (in the order of time) of one day by `day` that tell the same with another count: the last report of a thing
 * before the first that differs. News of a day is counted anew as it goes on.
 */
export function differingCounts(
  evidence: readonly Pick<Evidence, "content">[],
  day: (index: number) => string,
): { older: number; newer: number }[] {
  const last = new Map<string, { index: number; count: string }>();
  return evidence.flatMap(({ content }, index) => {
    const told = countedIn(content);
    if (told === null) return [];
    const key = `${day(index)} ${told.words}`;
    const before = last.get(key);
    last.set(key, { index, count: told.count });
    return before === undefined || before.count === told.count ? [] : [{ older: before.index, newer: index }];
  });
}

function countedIn(content: string): Counted | null {
  const tokens = tokensOf(content.slice(0, READ_LENGTH));
  const numbers = tokens.flatMap((token) => numberIn(token) ?? []);
  const [count] = numbers;
  // "Closed" and "has closed" tell the same, and "has not closed" does not.
  const isTelling = (token: string) => isNegation(token) || !isStopWord(token);
  const terms = tokens
    .filter((token) => numberIn(token) === null && isTelling(token))
    .flatMap((token) => (isNegation(token) ? [token] : termsOf(token)));
  if (count === undefined || numbers.length > 1 || new Set(terms).size < LEAST_TERMS) return null;
  return { words: terms.sort().join(" "), count };
}
