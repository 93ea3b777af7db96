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

/** The `most` most relevant of the newest matches of `body` that pass the filter. Later documents have larger rowids. */
export function rankMatches(
  db: Sqlite,
  index: TextIndex,
  body: string,
  filterTokens: readonly string[],
  most: number,
): readonly ScoredRow[] {
  const { wide, narrow } = splitFilters(db, index, textTable(index), filterTokens);
  if (wide.length > 0) {
    const wanted = Math.ceil(1.25 * most);
    const { rows, ranked } = rank(db, index, matchExpression(body, narrow), wanted);
    const passing = rows.filter(({ seq }) => wide.every((set) => set.has(seq)));
    // Otherwise some that pass may not be among these.
    const isWhole = rows.length < wanted || passing.length >= most;
    if (isWhole && ranked < MAX_RANKED) return passing.slice(0, most);
  }
  return rank(db, index, matchExpression(body, filterTokens), most).rows;
}

/** The best of the newest matches, and how many were ranked. The filter column has no weight, so the scores do not depend on filters. */
function rank(
  db: Sqlite,
  index: TextIndex,
  expression: string,
  most: number,
): { readonly rows: readonly ScoredRow[]; readonly ranked: number } {
  const table = textTable(index);
  const newestFirst =
    `SELECT rowid AS seq, bm25(${table}, 1.0, 0.0) AS score FROM ${table} WHERE ${table} MATCH ? ` +
    `ORDER BY rowid DESC LIMIT ${MAX_RANKED}`;
  const sql = `SELECT seq, score, count(*) OVER () FROM (${newestFirst}) ORDER BY score, seq DESC LIMIT ?`;
  const found = db.rows(sql, [expression, most]);
  const rows = found.map(([seq, score]) => ({ seq: Number(seq), score: Number(score) }));
  return { rows, ranked: Number(found[0]?.[2] ?? 0) };
}

/** The newest matches, without a score. */
export function newestMatches(db: Sqlite, index: TextIndex, expression: string, most: number): ScoredRow[] {
  const table = textTable(index);
  const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`;
  return db.rows(sql, [expression, most]).map(([seq]) => ({ seq: Number(seq), score: 0 }));
}
