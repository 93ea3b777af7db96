/** Where two texts put other words in the same place: between the same words on both sides. */

/** What stands in one text, and in the other in its place. Terms, in order. */
export interface Replacement {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The replacements between two texts, given by their terms in order. Terms that only move are none, nor is what one text adds.
 * Symmetric but for `before` and `after`. Linear in both lengths.
 */
export function replacementsBetween(a: readonly string[], b: readonly string[]): Replacement[] {
  const others = gapsIn(b, new Set(a));
  return [...gapsIn(a, new Set(b))].flatMap(([place, before]) => {
    const after = others.get(place);
    return after === undefined ? [] : [{ before, after }];
  });
}

/** The stretches of terms that the other text doesn't have, by the shared terms on both sides, and which of several such it is. */
function gapsIn(terms: readonly string[], shared: ReadonlySet<string>): Map<string, readonly string[]> {
  const gaps = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  let start = 0;
  for (let i = 0; i <= terms.length; i++) {
    const term = terms[i];
    if (term !== undefined && !shared.has(term)) continue;
    if (i > start) {
      const sides = `${terms[start - 1] ?? ""} ${term ?? ""}`;
      const count = (counts.get(sides) ?? 0) + 1;
      counts.set(sides, count);
      gaps.set(`${sides} ${count}`, terms.slice(start, i));
    }
    start = i + 1;
  }
  return gaps;
}
