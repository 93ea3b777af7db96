/**
 * How many rows frequent words have, kept from search to search: counting them anew takes as long as ranking what is
 * found. A count only says what is worth ranking, so it may be a little behind, and further where a large transaction
 * that searched amid its writes was taken back; what is found is read anew each time. Small counts are not kept, so the first
 * rows of a word are known of at once.
 */
import type { TextIndex } from "../store/tablets";

/** Words of fewer rows are counted anew each time, which costs little. */
export const MIN_CACHED_ROWS = 1_024;
/** Counts are forgotten when so many rows have come or gone since: a quarter of the least that is kept. */
const MAX_CHANGES = MIN_CACHED_ROWS / 4;

interface IndexCache {
  changes: number;
  readonly counts: Map<string, number>;
}

const caches = new WeakMap<TextIndex, IndexCache>();

/** As `count` says, or as it said lately: how many rows an expression has, counted no further than always the same number. */
export function cachedWordCount(index: TextIndex, expression: string, count: () => number): number {
  const { counts } = cacheOf(index);
  const known = counts.get(expression);
  if (known !== undefined) return known;
  const rows = count();
  if (rows >= MIN_CACHED_ROWS) counts.set(expression, rows);
  return rows;
}

/** A row has come, gone or changed. */
export function rowChanged(index: TextIndex): void {
  const ofIndex = cacheOf(index);
  ofIndex.changes += 1;
  if (ofIndex.changes === MAX_CHANGES) caches.delete(index);
}

function cacheOf(index: TextIndex): IndexCache {
  const ofIndex = caches.get(index) ?? { changes: 0, counts: new Map() };
  caches.set(index, ofIndex);
  return ofIndex;
}
