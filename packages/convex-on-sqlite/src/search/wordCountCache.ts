/**
 * Caches how many rows words have, because counting takes as long as ranking the matches. A count only decides what is worth
 * ranking, so that of a frequent word may be slightly outdated, and more so after the rollback of a large transaction that
 * searched between its writes; the matches themselves are always read anew. The count of another word is forgotten with the
 * next change of a row, so that the first rows of a word count immediately.
 */
import type { TextIndex } from "../store/tablets";

/** Words with as many rows are frequent. */
export const MIN_FREQUENT_ROWS = 1_024;
/** The cache of an index is cleared after this many changed rows: a quarter of the smallest count of a frequent word. */
const MAX_CHANGES = MIN_FREQUENT_ROWS / 4;
/** Counts of other words that are remembered. */
const MAX_FEW = 4_096;

interface IndexCache {
  changes: number;
  readonly frequent: Map<string, number>;
  readonly few: Map<string, number>;
  /** Of `few`. */
  epoch: number;
}

const caches = new WeakMap<TextIndex, IndexCache>();
/** Of all databases of this process. */
let epoch = 0;

/** The number of rows of an expression, from `count` or the cache. `count` must always use the same upper limit. */
export function cachedWordCount(index: TextIndex, expression: string, count: () => number): number {
  const { frequent, few } = cacheOf(index);
  const known = frequent.get(expression) ?? few.get(expression);
  if (known !== undefined) return known;
  const rows = count();
  if (rows >= MIN_FREQUENT_ROWS) frequent.set(expression, rows);
  else {
    if (few.size >= MAX_FEW) few.clear();
    few.set(expression, rows);
  }
  return rows;
}

/** Records that a row was added, removed or changed. */
export function rowChanged(index: TextIndex): void {
  const ofIndex = cacheOf(index);
  ofIndex.few.clear();
  ofIndex.changes += 1;
  if (ofIndex.changes === MAX_CHANGES) caches.delete(index);
}

/** Writes were rolled back: counts of words with few rows may be wrong. */
export function forgetFewCounts(): void {
  epoch += 1;
}

function cacheOf(index: TextIndex): IndexCache {
  const ofIndex = caches.get(index) ?? { changes: 0, frequent: new Map(), few: new Map(), epoch };
  if (ofIndex.epoch !== epoch) {
    ofIndex.few.clear();
    ofIndex.epoch = epoch;
  }
  caches.set(index, ofIndex);
  return ofIndex;
}
