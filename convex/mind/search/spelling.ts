/** What a word that nobody has used may be a misspelling of: words in use that differ by a letter or two. */

/** Of shorter words most that look alike are others. */
const LEAST_LETTERS = 5;
/** From here on two slips are likelier than another word. */
const LONG = 8;
/** Words in use that one is taken for, at most. */
const MOST = 3;
/** Who mistypes a word rarely mistypes its beginning; by it the words in use are looked up. */
const BEGINNING = 3;

/** A word in use, and how many texts have it. */
export interface UsedTerm {
  readonly term: string;
  readonly holders: number;
}

/** The beginning that words in use share with what `term` may be meant for; null where it is too short, or no word of letters. */
export function beginningOfMeant(term: string): string | null {
  return new RegExp(`^\\p{Ll}{${LEAST_LETTERS},}$`, "u").test(term) ? term.slice(0, BEGINNING) : null;
}

/** Those of `used` that `term` may be meant for, the nearest first, of equally near ones the most used. */
export function meantBy(term: string, used: readonly UsedTerm[]): string[] {
  const most = term.length >= LONG ? 2 : 1;
  return used
    .filter((one) => one.term.length >= LEAST_LETTERS && one.term !== term)
    .map((one) => ({ ...one, distance: slipsBetween(term, one.term, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || b.holders - a.holders)
    .slice(0, MOST)
    .map((one) => one.term);
}

/**
 * Letters to add, leave out, exchange, or swap with the next one, to come from one word to the other: the optimal string
 * alignment distance (a restricted Damerau-Levenshtein). Symmetric; anything above `most` is `most + 1`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        at(row, j) + 1,
        at(next, j - 1) + 1,
        at(row, j - 1) + (same ? 0 : 1),
        swapped ? at(before, j - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return Math.min(most + 1, at(row, b.length));
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? Infinity;
}
