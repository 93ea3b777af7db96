/** Reads and writes documents and their index entries. */
import type { ConvexObject } from "../types";
import { encodeKey } from "../values/keys";
import { fieldAt } from "../values/path";
import { StoreError, type Sqlite } from "./sqlite";
import type { Index, Tablet } from "./tablets";

/** An index key that was added or removed. */
export interface IndexKey {
  readonly indexId: number;
  readonly key: Uint8Array;
}

/** A range of an index: from `start`, inclusive, to `end`, exclusive. */
export interface KeyRange {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** A document's text, and its size as Convex counts it. */
export interface DocumentText {
  readonly size: number;
  /** With `_id` and `_creationTime`. */
  readonly json: string;
}

/** A stored document with its sequence number. */
export interface StoredDocument extends DocumentText {
  readonly seq: number;
}

/** Above every key: no encoded value begins with 0xFF. */
export const AFTER_ALL: Uint8Array = Buffer.from([0xff]);
export const BEFORE_ALL: Uint8Array = Buffer.alloc(0);

/** The key of a document in an index. */
export function keyOf(index: Index, document: ConvexObject): Buffer {
  return encodeKey(index.keyPaths.map((path) => fieldAt(document, path)));
}

/** The keys of a changed document, whose keys were `before`: few changes concern a field of an index. */
export function changedKeys(
  tablet: Tablet,
  before: readonly IndexKey[],
  replaced: ConvexObject,
  document: ConvexObject,
): IndexKey[] {
  return Array.from(tablet.indexes.values(), (index, at) => {
    const old = before[at];
    const isSame = index.keyPaths.every((path) => fieldAt(replaced, path) === fieldAt(document, path));
    return isSame && old !== undefined ? old : { indexId: index.id, key: keyOf(index, document) };
  });
}

/** The keys of a document in all indexes of its tablet. */
export function keysOf(tablet: Tablet, document: ConvexObject): IndexKey[] {
  return Array.from(tablet.indexes.values(), (index) => ({ indexId: index.id, key: keyOf(index, document) }));
}

/** Fields are sorted, so these two come first unless another begins with a capital letter. */
const BEGIN = /^\{"_creationTime":[^,]+,"_id":"([a-z\d]+)"/;

/** The id in a document's text. */
export function idOf(json: string): string {
  return BEGIN.exec(json)?.[1] ?? String((JSON.parse(json) as ConvexObject)._id);
}

const BY_KEY = `
  SELECT d.seq, d.size, d.json
  FROM index_entries e CROSS JOIN documents d ON d.seq = e.seq
  WHERE e.index_id = ? AND e.key = ?`;

/** The document with an id, or `null`. Ids are looked up only in the index by id. */
export function readDocument(db: Sqlite, tablet: Tablet, id: string): StoredDocument | null {
  const row = db.row(BY_KEY, [tablet.byId.id, encodeKey([id])]);
  return row === undefined ? null : { seq: Number(row[0]), size: Number(row[1]), json: String(row[2]) };
}

/** Inserts a document with its index entries; returns its sequence number, which never changes. */
export function insertDocument(
  db: Sqlite,
  tablet: Tablet,
  text: DocumentText,
  keys: readonly IndexKey[],
): number {
  const seq = db.run("INSERT INTO documents (tablet, size, json) VALUES (?, ?, ?)", [
    tablet.id,
    text.size,
    text.json,
  ]);
  insertEntries(db, keys, seq);
  return seq;
}

/** Replaces a document's text and moves the index entries whose key changed; both lists come from `keysOf`. */
export function updateDocument(
  db: Sqlite,
  seq: number,
  text: DocumentText,
  before: readonly IndexKey[],
  after: readonly IndexKey[],
): void {
  db.run("UPDATE documents SET size = ?, json = ? WHERE seq = ?", [text.size, text.json, seq]);
  for (const [i, { indexId, key }] of after.entries()) {
    const old = before[i];
    if (old === undefined || Buffer.compare(old.key, key) === 0) continue;
    deleteEntry(db, indexId, old.key);
    insertEntry(db, indexId, key, seq);
  }
}

/** Removes a document and its index entries. */
export function deleteDocument(db: Sqlite, seq: number, keys: readonly IndexKey[]): void {
  db.run("DELETE FROM documents WHERE seq = ?", [seq]);
  for (const { indexId, key } of keys) deleteEntry(db, indexId, key);
}

/** Adds one entry to an index. */
export function insertEntry(db: Sqlite, indexId: number, key: Uint8Array, seq: number): void {
  insertEntries(db, [{ indexId, key }], seq);
}

/** Adds an entry to each of these indexes in one statement. */
function insertEntries(db: Sqlite, keys: readonly IndexKey[], seq: number): void {
  const rows = keys.map(() => "(?, ?, ?)").join(", ");
  const values = keys.flatMap(({ indexId, key }) => [indexId, key, seq]);
  db.run(`INSERT INTO index_entries (index_id, key, seq) VALUES ${rows}`, values);
}

function deleteEntry(db: Sqlite, indexId: number, key: Uint8Array): void {
  db.run("DELETE FROM index_entries WHERE index_id = ? AND key = ?", [indexId, key]);
}

/**
 * A row returned by libsql costs more than SQLite's own work for it, so the rows of a range are returned as one text, one
 * line per document: JSON contains no raw line feed. CROSS JOIN keeps the index in the outer loop. group_concat keeps the
 * order of the subquery in SQLite; its own ORDER BY would sort the lines once more.
 */
const RANGE = (order: "ASC" | "DESC") => `
  SELECT group_concat(line, char(10)) FROM (
    SELECT d.seq || ' ' || d.size || ' ' || d.json AS line
    FROM index_entries e CROSS JOIN documents d ON d.seq = e.seq
    WHERE e.index_id = ? AND e.key >= ? AND e.key < ?
    ORDER BY e.key ${order} LIMIT ?
  )`;
const RANGES = { asc: RANGE("ASC"), desc: RANGE("DESC") };

/**
 * Reads at most `limit` documents of an index range, in order. Touches no row outside the result. A string in V8 holds
 * half a gigabyte, and a document's JSON may have 6 MiB, so `limit` must be below 80.
 */
export function readRange(
  db: Sqlite,
  index: Index,
  range: KeyRange,
  order: "asc" | "desc",
  limit: number,
): StoredDocument[] {
  const text = db.row(RANGES[order], [index.id, range.start, range.end, limit])?.[0];
  if (text === null || text === undefined) return [];
  if (typeof text !== "string")
    throw new StoreError("A range read did not answer with text.", "SQLITE_MISMATCH");
  return text.split("\n").map(parseLine);
}

/** In any order, each line with the document's sequence number: sorting them in JavaScript moves no texts. */
const BY_SEQ = `
  SELECT group_concat(d.seq || ' ' || d.size || ' ' || d.json, char(10))
  FROM json_each(?) wanted CROSS JOIN documents d ON d.seq = wanted.value`;

/** The documents with the given sequence numbers, in their order. Throws if one is missing. */
export function readDocuments(db: Sqlite, seqs: readonly number[]): StoredDocument[] {
  const text = db.row(BY_SEQ, [JSON.stringify(seqs)])?.[0];
  const rows = new Map<number, StoredDocument>();
  for (const line of typeof text === "string" ? text.split("\n") : []) {
    const row = parseLine(line);
    rows.set(row.seq, row);
  }
  return seqs.map((seq) => {
    const row = rows.get(seq);
    if (row === undefined) throw new StoreError("An index refers to a missing document.", "SQLITE_CORRUPT");
    return row;
  });
}

function parseLine(line: string): StoredDocument {
  const first = line.indexOf(" ");
  const second = line.indexOf(" ", first + 1);
  return {
    seq: Number(line.slice(0, first)),
    size: Number(line.slice(first + 1, second)),
    json: line.slice(second + 1),
  };
}
