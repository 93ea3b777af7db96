/** Ranks the matches of an expression by BM25, and counts them: what a text search asks FTS5. */
import type { Sqlite } from "../store/sqlite";
import { frequentCount } from "./frequentWords";
import type { TextIndex } from "../store/tablets";
import { textTable } from "./textIndex";

/** How many matches are ranked at once; FTS5 needs one to two microseconds for each. */
export const MAX_RANKED = 4_096;

export interface ScoredRow {
  readonly seq: number;
  /** Falls with rising relevance. */
  readonly score: number;
}

/** An expression on the texts alone, and the words that the filter column must have besides. */
export interface Asked {
  readonly body: string;
  readonly filterTokens: readonly string[];
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
  return keptCount(db, index, matchExpression({ body: word, filterTokens }));
}

/**
 * The best `most` of the newest matches by relevance. A later document has a greater rowid.
 *
 * BM25 walks through all rows of every word of an expression, those of filters too, though they weigh nothing. The
 * scores are the same without the filter: where that has more rows than there are to rank, they are ranked without it.
 */
export function ranked(db: Sqlite, index: TextIndex, asked: Asked, most: number): ScoredRow[] {
  const table = textTable(index);
  const { body, filterTokens } = asked;
  const score = `SELECT rowid AS seq, bm25(${table}, 1.0, 0.0) AS score FROM ${table} WHERE ${table} MATCH ?`;
  const best = (source: string, ...expressions: string[]) =>
    db
      .rows(`SELECT seq, score FROM (${source}) ORDER BY score, seq DESC LIMIT ?`, [...expressions, most])
      .map(([seq, score]) => ({ seq: Number(seq), score: Number(score) }));
  const filtered = matchExpression(asked);
  const plain = matchExpression({ body, filterTokens: [] });
  const newestFirst = `${score} ORDER BY rowid DESC LIMIT ${MAX_RANKED}`;
  if (filterTokens.length === 0) return best(newestFirst, plain);
  const rows = count(db, index, plain, MAX_RANKED + 1);
  const isShort = (token: string): boolean => keptCount(db, index, filterExpression(token)) <= rows;
  if (rows > MAX_RANKED || filterTokens.every(isShort)) return best(newestFirst, filtered);
  if (count(db, index, filtered, rows) === rows) return best(score, plain);
  // The plus keeps SQLite from looking each of them up by a match of its own.
  const passes = `+rowid IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?)`;
  return best(`${score} AND ${passes}`, plain, filtered);
}

/** The newest matches, without a score. */
export function newest(db: Sqlite, index: TextIndex, asked: Asked, most: number): ScoredRow[] {
  const table = textTable(index);
  const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`;
  return db.rows(sql, [matchExpression(asked), most]).map(([seq]) => ({ seq: Number(seq), score: 0 }));
}

function keptCount(db: Sqlite, index: TextIndex, expression: string): number {
  return frequentCount(index, expression, () => count(db, index, expression, MAX_RANKED + 1));
}

function matchExpression({ body, filterTokens }: Asked): string {
  return [`body : (${body})`, ...filterTokens.map(filterExpression)].join(" AND ");
}

function filterExpression(token: string): string {
  return `filters : "${token}"`;
}

function count(db: Sqlite, index: TextIndex, expression: string, most: number): number {
  const table = textTable(index);
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ?)`;
  return Number(db.row(sql, [expression, most])?.[0] ?? 0);
}
