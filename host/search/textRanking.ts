/** Ranks the matches of an expression by BM25, and counts them: what a text search asks FTS5. */
import type { Sqlite } from "../store/sqlite";
import { cachedWordCount } from "./wordCountCache";
import type { TextIndex } from "../store/tablets";
import { textTable } from "./textIndex";

/** How many matches are ranked at once; FTS5 needs one to two microseconds for each. */
export const MAX_RANKED = 4_096;

export interface ScoredRow {
  readonly seq: number;
  /** Falls with rising relevance. */
  readonly score: number;
}

/** Asks for an expression on the texts, and for words that the filter column must have besides. */
export function matchExpression(body: string, filterTokens: readonly string[]): string {
  return [`body : (${body})`, ...filterTokens.map((token) => `filters : "${token}"`)].join(" AND ");
}

/**
 * How many rows have a word and pass the filter, counted to one more than can be ranked. Of a frequent word it may be a
 * little behind.
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

/** The best `most` of the newest matches by relevance. A later document has a greater rowid. */
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
