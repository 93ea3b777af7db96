/**
 * Text indexes: one FTS5 table each, without the texts themselves. Filter fields are stored as words of a second column,
 * so that a filtered search reads only rows that pass the filter.
 */
import type { Sqlite } from "../store/sqlite";
import type { TextIndex } from "../store/tablets";
import type { ConvexJson, ConvexObject } from "../types";
import { fieldAt } from "../values/path";
import { filterHash } from "./filterHash";
import { filtersChanged } from "./wideFilters";
import { rowChanged } from "./wordCountCache";
import { normalized } from "./terms";

/** Increment when the format of rows changes: stored indexes with another version are rebuilt. */
export const TEXT_INDEX_FORM = 2;

/** A document's row in the index. */
interface TextRow {
  readonly body: string;
  readonly filters: string;
}

export function textTable(index: Pick<TextIndex, "id">): string {
  return `text_index_${index.id}`;
}

export function createTextIndex(db: Sqlite, index: Pick<TextIndex, "id">): void {
  const table = textTable(index);
  // The prefix index makes search-as-you-type fast: without it, a prefix reads all words that start with it.
  db.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(
    body, filters, content = '', contentless_delete = 1, prefix = '1 2 3',
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'"
  )`);
}

export function dropTextIndex(db: Sqlite, index: Pick<TextIndex, "id">): void {
  db.exec(`DROP TABLE ${textTable(index)}`);
}

/** A document's row; `null` if the search field is not text, so that no search finds the document. */
export function textRow(index: TextIndex, document: ConvexObject): TextRow | null {
  const text = fieldAt(document, index.searchField);
  if (typeof text !== "string") return null;
  const filters = index.filterFields.map((path, i) => filterToken(i, fieldAt(document, path)));
  return { body: normalized(text), filters: filters.join(" ") };
}

/** The word that encodes the value of a filter field. */
export function filterToken(field: number, value: ConvexJson | undefined): string {
  return `f${field}x${filterHash(value).toString("hex")}`;
}

/** Updates a document's row; returns whether it changed. */
export function writeTextRow(
  db: Sqlite,
  index: TextIndex,
  seq: number,
  before: TextRow | null,
  after: TextRow | null,
): boolean {
  if (before?.body === after?.body && before?.filters === after?.filters) return false;
  rowChanged(index);
  filtersChanged(index, seq, before?.filters ?? "", after?.filters ?? "");
  const table = textTable(index);
  if (before !== null) db.run(`DELETE FROM ${table} WHERE rowid = ?`, [seq]);
  if (after !== null) {
    db.run(`INSERT INTO ${table} (rowid, body, filters) VALUES (?, ?, ?)`, [seq, after.body, after.filters]);
  }
  return true;
}
