/**
 * The rows that pass a filter which most rows pass, as sets in memory. FTS5 would go through all rows of such a filter twice in each
 * ranked search; looking up the rows that it found without the filter takes a tenth of that. Sets follow every write, and are
 * read anew after a rollback of writes.
 */
import type { Sqlite } from "../store/sqlite";
import type { TextIndex } from "../store/tablets";

/** Filters of fewer rows cost little. */
export const MIN_WIDE_ROWS = 1_024;
/** Of the rows of the index. Of a narrower filter, too many rows would be found in vain. */
const MIN_WIDE_SHARE = 1 / 2;
/** The filters of an index that are remembered, few of them wide. A set has a bit for each document of the database. */
const MAX_FILTERS = 64;
/** All are read anew after so many changed rows: a narrow filter may have become wide. */
const MAX_CHANGES = 4_096;

export class RowSet {
  private bits = new Uint8Array(0);

  has(seq: number): boolean {
    return ((this.bits[seq >> 3] ?? 0) & (1 << (seq & 7))) !== 0;
  }

  set(seq: number, isIn: boolean): void {
    const at = seq >> 3;
    if (at >= this.bits.length) {
      if (!isIn) return;
      const bits = new Uint8Array(2 * at + 1_024);
      bits.set(this.bits);
      this.bits = bits;
    }
    const mask = 1 << (seq & 7);
    this.bits[at] = isIn ? (this.bits[at] ?? 0) | mask : (this.bits[at] ?? 0) & ~mask;
  }
}

interface Filters {
  readonly epoch: number;
  changes: number;
  /** By the filter's word; null for a narrow filter. */
  readonly sets: Map<string, RowSet | null>;
}

const known = new WeakMap<TextIndex, Filters>();
/** Of all databases of this process. */
let epoch = 0;

/** Writes were rolled back: sets may be wrong. */
export function forgetWideFilters(): void {
  epoch += 1;
}

/** Splits a search's filters: the sets of the wide ones, and the words of the others. */
export function splitFilters(
  db: Sqlite,
  index: TextIndex,
  table: string,
  tokens: readonly string[],
): { readonly wide: readonly RowSet[]; readonly narrow: readonly string[] } {
  // Sets follow the writes of the connection that writes; others may see an older state.
  if (db.isReadOnly) return { wide: [], narrow: tokens };
  const { sets } = filtersOf(index);
  const wide: RowSet[] = [];
  const narrow: string[] = [];
  for (const token of tokens) {
    let set = sets.get(token);
    if (set === undefined) {
      if (sets.size >= MAX_FILTERS) sets.clear();
      set = readSet(db, table, token);
      sets.set(token, set);
    }
    if (set === null) narrow.push(token);
    else wide.push(set);
  }
  return { wide, narrow };
}

/** Records that a row was added, changed or removed; its filter words before and after, empty without a row. */
export function filtersChanged(index: TextIndex, seq: number, before: string, after: string): void {
  const filters = known.get(index);
  if (filters === undefined) return;
  filters.changes += 1;
  if (before === after) return;
  const words = new Set(after.split(" "));
  for (const [token, set] of filters.sets) set?.set(seq, words.has(token));
}

function filtersOf(index: TextIndex): Filters {
  const current = known.get(index);
  if (current?.epoch === epoch && current.changes < MAX_CHANGES) return current;
  const filters = { epoch, changes: 0, sets: new Map<string, RowSet | null>() };
  known.set(index, filters);
  return filters;
}

/** Null for a narrow filter. */
function readSet(db: Sqlite, table: string, token: string): RowSet | null {
  const expression = `filters : "${token}"`;
  const [rows] = db.row(`SELECT count(*) FROM ${table} WHERE ${table} MATCH ?`, [expression]) ?? [];
  const [all] = db.row(`SELECT count(*) FROM ${table}_docsize`) ?? [];
  if (Number(rows) < MIN_WIDE_ROWS || Number(rows) < MIN_WIDE_SHARE * Number(all)) return null;
  const text = db.row(`SELECT group_concat(rowid) FROM ${table} WHERE ${table} MATCH ?`, [expression])?.[0];
  const set = new RowSet();
  for (const seq of String(text).split(",")) set.set(Number(seq), true);
  return set;
}
