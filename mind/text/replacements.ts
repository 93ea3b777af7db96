/** Replacements: different terms that two texts have between the same neighbours. */

/** The terms of one text, and those of the other in the same place, in order. */
export interface Replacement {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The replacements between two texts, given by their terms in order. Moved and added terms are no replacements. Symmetric,
 * except for the roles of `before` and `after`. Linear in both lengths.
 */
export function replacementsBetween(a: readonly string[], b: readonly string[]): Replacement[] {
  const others = gapsIn(b, new Set(a));
  return [...gapsIn(a, new Set(b))].flatMap(([place, before]) => {
    const after = others.get(place);
    return after === undefined ? [] : [{ before, after }];
  });
}

/** The runs of terms that the other text lacks, keyed by the shared terms on both sides and an ordinal among equal ones. */
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
