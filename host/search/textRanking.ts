/** The FTS5 queries of text search: ranking by BM25, and counting. */
import type { Sqlite } from "../store/sqlite";
import { cachedWordCount } from "./wordCountCache";
import type { TextIndex } from "../store/tablets";
import { textTable } from "./textIndex";

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

/** The `most` most relevant of the newest matches. Later documents have larger rowids. */
export function rankMatches(db: Sqlite, index: TextIndex, expression: string, most: number): ScoredRow[] {
  const table = textTable(index);
  const newestFirst =
    `SELECT rowid AS seq, bm25(${table}, 1.0, 0.0) AS score FROM ${table} WHERE ${table} MATCH ? ` +
    `ORDER BY rowid DESC LIMIT ${MAX_RANKED}`;
  return db
    .rows(`SELECT seq, score FROM (${newestFirst}) ORDER BY score, seq DESC LIMIT ?`, [expression, most])
    .map(([seq, score]) => ({ seq: Number(seq), score: Number(score) }));
}

/** The newest matches, without a score. */
export function newestMatches(db: Sqlite, index: TextIndex, expression: string, most: number): ScoredRow[] {
  const table = textTable(index);
  const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`;
  return db.rows(sql, [expression, most]).map(([seq]) => ({ seq: Number(seq), score: 0 }));
}
