/** What a search found, for a model: the good hits, and under their own heading those that match less. */

/**
 * The least similarity of a good hit: the threshold of the REST interface. A question in other words than the memory's, or a
 * handful of key words, often stays below it, so what is below is given too.
 */
const GOOD = 0.6;

/** Less than this is a word in common by chance. */
export const LEAST = 0.1;

export interface Found<Item> {
  readonly results: readonly Item[];
  /** They match less. Absent where the caller set the threshold. */
  readonly weaker?: readonly Item[];
  /** What to do, where there is no good hit. */
  readonly hint?: string;
}

/** Sorts hits by whether they are good. With the caller's own threshold all of them are. */
export function graded<Item extends { readonly similarity: number }>(
  items: readonly Item[],
  threshold: number | undefined,
): Found<Item> {
  if (threshold !== undefined)
    return items.length > 0 ? { results: items } : { results: items, hint: NOTHING };
  const results = items.filter(({ similarity }) => similarity >= GOOD);
  const weaker = items.filter(({ similarity }) => similarity < GOOD);
  if (items.length === 0) return { results, weaker, hint: NOTHING };
  return results.length === 0 ? { results, weaker, hint: ONLY_WEAKER } : { results, weaker };
}

const NOTHING = 'Nothing found. Try other words, a lower threshold, or another scope ("*" for all).';
const ONLY_WEAKER = "No close match. One of the weaker ones may still be the answer: read them.";

/** A time as models read it. */
export function dateText(at: number): string {
  return new Date(at).toISOString();
}
