/** Ranks the matches of an expression by BM25, and counts them: what a text search asks FTS5. */
import type { Sqlite } from "../store/sqlite";
import { textTable, type TextIndex } from "./textIndex";

/** How many matches are ranked at once; FTS5 needs one to two microseconds for each. */
export const MAX_RANKED = 4_096;

/**
 * BM25 walks through all rows of every word of an expression, those of filters too, though they weigh nothing. In the
 * time it ranks one row, it walks through so many.
 */
const WALKED_FOR_ONE_RANKED = 8;

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

/** How many rows match, at most `most`. */
export function countMatches(db: Sqlite, index: TextIndex, asked: Asked, most: number): number {
  return count(db, index, matchExpression(asked), most);
}

/** The best `most` of the newest matches by relevance. A later document has a greater rowid. */
export function ranked(db: Sqlite, index: TextIndex, asked: Asked, most: number): ScoredRow[] {
  const table = textTable(index);
  const { filterTokens } = asked;
  const filtered = matchExpression(asked);
  const plain = matchExpression({ ...asked, filterTokens: [] });
  const passing = filterTokens.length === 0 ? null : extentOf(db, index, filtered);
  if (passing?.count === 0) return [];
  const looked = passing === null ? 0 : count(db, index, plain, MAX_RANKED + 1, passing.oldest);
  const asRanked = (source: string, expression: string, ...more: (string | number)[]) =>
    db
      .rows(`SELECT seq, score FROM (${source}) ORDER BY score, seq DESC LIMIT ?`, [
        expression,
        ...more,
        most,
      ])
      .map(([seq, score]) => ({ seq: Number(seq), score: Number(score) }));
  const score = `rowid AS seq, bm25(${table}, 1.0, 0.0) AS score FROM ${table} WHERE ${table} MATCH ?`;
  if (passing === null || looked > MAX_RANKED || walkIsShort(db, index, filterTokens, looked - passing.count))
    return asRanked(`SELECT ${score} ORDER BY rowid DESC LIMIT ${MAX_RANKED}`, filtered);
  // The scores are the same without the filter; few rows too many are ranked sooner than the filter's words are walked.
  const since = `SELECT ${score} AND rowid >= ?`;
  if (looked === passing.count) return asRanked(since, plain, passing.oldest);
  // The plus keeps SQLite from looking each of them up by a match of its own.
  const passes = `+rowid IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?)`;
  return asRanked(`${since} AND ${passes}`, plain, passing.oldest, filtered);
}

/** The newest matches, without a score. */
export function newest(db: Sqlite, index: TextIndex, asked: Asked, most: number): ScoredRow[] {
  const table = textTable(index);
  const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`;
  return db.rows(sql, [matchExpression(asked), most]).map(([seq]) => ({ seq: Number(seq), score: 0 }));
}

function matchExpression({ body, filterTokens }: Asked): string {
  return [`body : (${body})`, ...filterTokens.map(filterExpression)].join(" AND ");
}

function filterExpression(token: string): string {
  return `filters : "${token}"`;
}

function count(db: Sqlite, index: TextIndex, expression: string, most: number, oldest?: number): number {
  const table = textTable(index);
  const since = oldest === undefined ? "" : " AND rowid >= ?";
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ?${since} LIMIT ?)`;
  const parameters = oldest === undefined ? [expression, most] : [expression, oldest, most];
  return Number(db.row(sql, parameters)?.[0] ?? 0);
}

/** How many of the newest matches are ranked, and the oldest of them. */
function extentOf(db: Sqlite, index: TextIndex, expression: string): { count: number; oldest: number } {
  const table = textTable(index);
  const sql = `
    SELECT count(*), min(seq) FROM (
      SELECT rowid AS seq FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?
    )`;
  const [rows, oldest] = db.row(sql, [expression, MAX_RANKED]) ?? [];
  return { count: Number(rows ?? 0), oldest: Number(oldest ?? 0) };
}

/** Whether walking through all rows of the filter's words costs less than ranking so many rows that it keeps out. */
function walkIsShort(
  db: Sqlite,
  index: TextIndex,
  filterTokens: readonly string[],
  keptOut: number,
): boolean {
  const affordable = keptOut * WALKED_FOR_ONE_RANKED;
  if (affordable === 0) return false;
  return filterTokens.every(
    (token) => count(db, index, filterExpression(token), affordable + 1) <= affordable,
  );
}
