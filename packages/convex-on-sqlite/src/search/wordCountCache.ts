/**
 * Caches how many rows frequent words have, because counting takes as long as ranking the matches. A count only decides
 * what is worth ranking, so it may be slightly outdated, and more so after the rollback of a large transaction that
 * searched between its writes; the matches themselves are always read anew. Small counts are not cached, so the first rows
 * of a word count immediately.
 */
import type { TextIndex } from "../store/tablets";

/** Counts below this are not cached, because they are cheap. */
export const MIN_CACHED_ROWS = 1_024;
/** The cache of an index is cleared after this many changed rows: a quarter of the smallest cached count. */
const MAX_CHANGES = MIN_CACHED_ROWS / 4;

interface IndexCache {
  changes: number;
  readonly counts: Map<string, number>;
}

const caches = new WeakMap<TextIndex, IndexCache>();

/** The number of rows of an expression, from `count` or the cache. `count` must always use the same upper limit. */
export function cachedWordCount(index: TextIndex, expression: string, count: () => number): number {
  const { counts } = cacheOf(index);
  const known = counts.get(expression);
  if (known !== undefined) return known;
  const rows = count();
  if (rows >= MIN_CACHED_ROWS) counts.set(expression, rows);
  return rows;
}

/** Records that a row was added, removed or changed. */
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
