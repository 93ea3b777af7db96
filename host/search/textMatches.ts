/**
 * The matches of a text search, the most relevant first. FTS5 ranks at one to two microseconds a match, so that
 * ranking all matches of words that nearly every document has would hold up everything else for a tenth of a second.
 * Few matches are all ranked; of many, those with all the words come first, then those with the rarest words.
 */
import type { Sqlite } from "../store/sqlite";
import { encodeKey } from "../values/keys";
import type { Term } from "./terms";
import { textTable, type TextIndex } from "./textIndex";
import type { TextQuery } from "./textQuery";

/** A document found; keys are in the order of relevance and name places in it, as keys of an index do. */
export interface Match {
  readonly seq: number;
  readonly key: Buffer;
}

/** Convex's limit: no search leads to more documents than this. */
export const MAX_MATCHES = 1_024;

/** How many matches are ranked at once. */
const MAX_RANKED = 4_096;

/** A term as FTS5 is asked for it, and in how many rows it is; no more than `MAX_RANKED + 1` are counted. */
interface Weighed {
  readonly expression: string;
  readonly rows: number;
}

/**
 * The matches of a query in parts, each computed when it is asked for. Within a part, and from part to part, the
 * relevance falls; a document is in one part only. Of equally relevant ones the newest comes first.
 */
export function* textMatches(db: Sqlite, index: TextIndex, query: TextQuery): Generator<readonly Match[]> {
  const matching = (expression: string) => matchExpression(expression, query.filterTokens);
  const terms = query.terms
    .map((term): Weighed => {
      const expression = termExpression(term);
      return { expression, rows: countMatches(db, index, matching(expression)) };
    })
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => a.rows - b.rows);
  if (terms.length === 0) return;
  const rare = rarest(terms);
  const seen = new Set<number>();
  const part = (number: number, rows: readonly ScoredRow[]): Match[] => {
    const matches: Match[] = [];
    for (const { seq, score } of rows) {
      if (seen.size === MAX_MATCHES) break;
      if (seen.has(seq)) continue;
      seen.add(seq);
      matches.push({ seq, key: encodeKey([number, score, -seq]) });
    }
    return matches;
  };
  if (rare.length < terms.length) yield part(0, ranked(db, index, matching(joined(terms, "AND"))));
  yield part(1, ranked(db, index, matching(joined(rare, "OR"))));
  // What is left has only words that nearly every document has, to which BM25 gives no weight.
  if (rare.length < terms.length) yield part(2, newest(db, index, matching(joined(terms, "OR"))));
}

/** The rarest terms whose rows can all be ranked; one at least. */
function rarest(ascending: readonly Weighed[]): Weighed[] {
  let rows = 0;
  return ascending.filter((term, i) => {
    rows += term.rows;
    return i === 0 || rows <= MAX_RANKED;
  });
}

function joined(terms: readonly Weighed[], operator: "AND" | "OR"): string {
  return terms.map(({ expression }) => expression).join(` ${operator} `);
}

function matchExpression(expression: string, filterTokens: readonly string[]): string {
  return [`body : (${expression})`, ...filterTokens.map((token) => `filters : "${token}"`)].join(" AND ");
}

/** Terms are letters and digits only, so that nothing in them can end the quotes. */
function termExpression({ text, isPrefix }: Term): string {
  return isPrefix ? `"${text}" *` : `"${text}"`;
}

function countMatches(db: Sqlite, index: TextIndex, expression: string): number {
  const table = textTable(index);
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ?)`;
  return Number(db.row(sql, [expression, MAX_RANKED + 1])?.[0] ?? 0);
}

interface ScoredRow {
  readonly seq: number;
  /** Falls with rising relevance. */
  readonly score: number;
}

/** The newest matches by relevance. A later document has a greater rowid. */
function ranked(db: Sqlite, index: TextIndex, expression: string): ScoredRow[] {
  const table = textTable(index);
  // The words of filters are no sign of relevance: they weigh nothing.
  const sql = `
    SELECT seq, score FROM (
      SELECT rowid AS seq, bm25(${table}, 1.0, 0.0) AS score
      FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?
    ) ORDER BY score, seq DESC LIMIT ?`;
  return db
    .rows(sql, [expression, MAX_RANKED, MAX_MATCHES])
    .map(([seq, score]) => ({ seq: Number(seq), score: Number(score) }));
}

function newest(db: Sqlite, index: TextIndex, expression: string): ScoredRow[] {
  const table = textTable(index);
  const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`;
  // Those that came in the parts before are among them.
  return db.rows(sql, [expression, 2 * MAX_MATCHES]).map(([seq]) => ({ seq: Number(seq), score: 0 }));
}
