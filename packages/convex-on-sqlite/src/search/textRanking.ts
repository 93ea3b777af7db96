/** The FTS5 queries of text search: ranking by BM25, and counting. */
import type { Sqlite } from "../store/sqlite";
import { cachedWordCount } from "./wordCountCache";
import type { TextIndex } from "../store/tablets";
import { textTable } from "./textIndex";
import { splitFilters } from "./wideFilters";

/** Maximum matches to rank; FTS5 needs one to two microseconds for each. */
export const MAX_RANKED = 4_096;

export interface ScoredRow {
  readonly seq: number;
  /** Lower is more relevant. */
  readonly score: number;
}

/** An FTS5 expression for the texts, combined with required words of the filter column. */
export function matchExpression(body: string, filterTokens: readonly string[]): string {
  return [`body : (${body})`, ...filterTokens.map((token) => `filters : "${token}"`)].join(" AND ");
}

/**
 * Counts the rows that contain a word and pass the filter, up to one more than can be ranked. Counts of frequent words
 * are cached and may be slightly outdated.
 */
export function countWord(
  db: Sqlite,
  index: TextIndex,
  word: string,
  filterTokens: readonly string[],
): number {
  const table = textTable(index);
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ${MAX_RANKED + 1})`;
  const expression = matchExpression(word, filterTokens);
  return cachedWordCount(index, expression, () => Number(db.row(sql, [expression])?.[0] ?? 0));
}

/**
 * The `most` most relevant of the newest matches of `body` that pass the filter. Later documents have larger rowids.
 * `isRankable`: whether its matches are known to be few enough, also without the filter.
 */
export function rankMatches(
  db: Sqlite,
  index: TextIndex,
  body: string,
  filterTokens: readonly string[],
  { most, isRankable }: { readonly most: number; readonly isRankable: boolean },
): readonly ScoredRow[] {
  const { wide, narrow } = splitFilters(db, index, textTable(index), filterTokens);
  if (wide.length > 0) {
    const wanted = Math.ceil(1.25 * most);
    const expression = matchExpression(body, narrow);
    const rows = rank(db, index, expression, { most: wanted, isRankable });
    const passing = rows.filter(({ seq }) => wide.every((set) => set.has(seq)));
    if (rows.length < wanted) return passing.slice(0, most);
    // Otherwise some that pass may not be among these.
    if (passing.length >= most && (isRankable || !isCut(db, index, expression)))
      return passing.slice(0, most);
  }
  return rank(db, index, matchExpression(body, filterTokens), { most, isRankable });
}

/** Whether more match than can be ranked. Finding matches takes a tenth of ranking them. */
function isCut(db: Sqlite, index: TextIndex, expression: string): boolean {
  const table = textTable(index);
  const sql = `SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1 OFFSET ${MAX_RANKED}`;
  return db.row(sql, [expression]) !== undefined;
}

/**
 * The best of the newest matches. The filter column has no weight, so the scores do not depend on filters. They come as one
 * text, because a row returned by libsql costs more than ranking it; 17 digits make a score as it was.
 */
function rank(
  db: Sqlite,
  index: TextIndex,
  expression: string,
  { most, isRankable }: { readonly most: number; readonly isRankable: boolean },
): readonly ScoredRow[] {
  const table = textTable(index);
  const matches = `SELECT rowid AS seq, bm25(${table}, 1.0, 0.0) AS score FROM ${table} WHERE ${table} MATCH ?`;
  // FTS5 goes through matches backwards in a sixth more time.
  const ranked = isRankable ? matches : `${matches} ORDER BY rowid DESC LIMIT ${MAX_RANKED}`;
  const best = `SELECT seq, score FROM (${ranked}) ORDER BY score, seq DESC LIMIT ?`;
  const sql = `SELECT group_concat(seq || ' ' || printf('%!.17g', score), char(10)) FROM (${best})`;
  const text = db.row(sql, [expression, most])?.[0];
  if (typeof text !== "string") return [];
  return text.split("\n").map((line) => {
    const [seq, score] = line.split(" ");
    return { seq: Number(seq), score: Number(score) };
  });
}

/** The newest matches, without a score. */
export function newestMatches(db: Sqlite, index: TextIndex, expression: string, most: number): ScoredRow[] {
  const table = textTable(index);
  const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`;
  return db.rows(sql, [expression, most]).map(([seq]) => ({ seq: Number(seq), score: 0 }));
}
