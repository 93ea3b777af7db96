/** Checks text and vector indexes against the documents: the same rows, words and vectors. */
import type { TextIndex, VectorIndex } from "../../src/store/tablets";
import { createTextIndex, textRow, textTable, writeTextRow } from "../../src/search/textIndex";
import { readVectorRows, vectorRow, vectorTable } from "../../src/search/vectorIndex";
import { IN_MEMORY, Sqlite } from "../../src/store/sqlite";
import type { Catalog } from "./catalog";
import { nameOf, type CheckedDocument } from "./documents";
import type { Report } from "./finding";

/** Tables of search indexes. FTS5 creates additional ones with longer names. */
const SEARCH_TABLE = /^(?:text_index|vector_index)_\d+$/;

/** Rows per page. */
const PAGE = 1_000;

/** Reports rows of search indexes that are missing, extra, or outdated. */
export function checkSearch(
  db: Sqlite,
  catalog: Catalog,
  documents: readonly CheckedDocument[],
  report: Report,
): void {
  const missing = missingTables(db, catalog, report);
  for (const tablet of catalog.all) {
    const { text, vector } = tablet.search;
    if (text.size === 0 && vector.size === 0) continue;
    const own = documents.filter((document) => document.tablet === tablet);
    for (const index of text.values()) {
      if (missing.has(textTable(index))) continue;
      checkText(db, index, own, (detail) => report("search", `${nameOf(tablet)}.${index.name}: ${detail}`));
    }
    for (const index of vector.values()) {
      if (missing.has(vectorTable(index))) continue;
      checkVectors(db, index, own, (detail) =>
        report("search", `${nameOf(tablet)}.${index.name}: ${detail}`),
      );
    }
  }
}

/** Reports missing tables of search indexes, which it returns, and tables without an index. */
function missingTables(db: Sqlite, catalog: Catalog, report: Report): ReadonlySet<string> {
  const missing = new Set<string>();
  for (const { search } of catalog.all) {
    for (const index of search.text.values()) missing.add(textTable(index));
    for (const index of search.vector.values()) missing.add(vectorTable(index));
  }
  for (const [name] of db.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
    if (missing.delete(String(name)) || !SEARCH_TABLE.test(String(name))) continue;
    report("search", `table ${name} belongs to no index`);
  }
  for (const name of missing) report("search", `table ${name} is missing`);
  return missing;
}

/**
 * A text index stores no texts, so its rows can't be read back. Instead the same index is built from the documents, and
 * for each word of either index, both must have the same rows and the same total count.
 */
function checkText(
  db: Sqlite,
  index: TextIndex,
  documents: readonly CheckedDocument[],
  report: (detail: string) => void,
): void {
  const expected = Sqlite.open(IN_MEMORY);
  try {
    createTextIndex(expected, index);
    for (const { seq, document } of documents)
      writeTextRow(expected, index, seq, null, textRow(index, document));
    const words = wordsOf(db, index);
    const rightWords = wordsOf(expected, index);
    if (rowsOf(db, index, null) !== rowsOf(expected, index, null))
      report("has other rows than there are documents");
    for (const word of new Set([...words.keys(), ...rightWords.keys()])) {
      const isRight =
        words.get(word) === rightWords.get(word) && rowsOf(db, index, word) === rowsOf(expected, index, word);
      if (!isRight) report(`"${word}" is not where the documents have it`);
    }
  } finally {
    expected.close();
  }
}

/** The words of an index with their counts, which is all that a contentless index reveals. */
function wordsOf(db: Sqlite, index: TextIndex): ReadonlyMap<string, number> {
  // A temporary table of the connection, which does not change the file; a read-only connection must allow it explicitly.
  const queryOnly = Number(db.row("PRAGMA query_only")?.[0]);
  db.exec(
    `PRAGMA query_only = 0; CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, ${textTable(index)}, row)`,
  );
  const rows = db.rows("SELECT term, cnt FROM temp.words");
  db.exec(`DROP TABLE temp.words; PRAGMA query_only = ${queryOnly}`);
  return new Map(rows.map(([term, count]) => [String(term), Number(count)]));
}

/** The rowids of all rows, or of those with a word, joined. */
function rowsOf(db: Sqlite, index: TextIndex, word: string | null): string {
  const table = textTable(index);
  const rows =
    word === null
      ? db.rows(`SELECT rowid FROM ${table} ORDER BY rowid`)
      : db.rows(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid`, [`"${word}"`]);
  return rows.join(" ");
}

function checkVectors(
  db: Sqlite,
  index: VectorIndex,
  documents: readonly CheckedDocument[],
  report: (detail: string) => void,
): void {
  const missing = new Map(documents.map((placed) => [placed.seq, placed]));
  for (let page = readVectorRows(db, index, 0, PAGE), last = 0; page.length > 0;) {
    for (const row of page) {
      last = row.seq;
      const placed = missing.get(row.seq);
      missing.delete(row.seq);
      const right = placed === undefined ? null : vectorRow(index, placed.document);
      const isRight =
        right !== null &&
        row.documentId === placed?.id &&
        Buffer.compare(row.vector, right.vector) === 0 &&
        Buffer.compare(row.filters, right.filters) === 0;
      if (!isRight) report(`the row of ${row.documentId} is not that of its document`);
    }
    page = readVectorRows(db, index, last, PAGE);
  }
  for (const { id, document } of missing.values())
    if (vectorRow(index, document) !== null) report(`the row of ${id} is missing`);
}
