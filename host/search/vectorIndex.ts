/** Vector indexes: one SQLite table each, with the vectors of length one that cosines are computed from. */
import type { Sqlite } from "../store/sqlite";
import type { VectorIndex } from "../store/tablets";
import type { ConvexJson, ConvexObject } from "../types";
import { fieldAt } from "../values/path";
import { tryClassify } from "../values/classify";
import { filterHash } from "./filterHash";

/** Raised when rows are made in another way: stored indexes of another form are built anew. */
export const VECTOR_INDEX_FORM = 1;

/** What a document has in the index: its vector as 32-bit floats, and a hash for each filter field, end to end. */
export interface VectorRow {
  readonly vector: Uint8Array;
  readonly filters: Uint8Array;
}

/** A row as it was stored. */
interface StoredVectorRow extends VectorRow {
  readonly seq: number;
  readonly documentId: string;
}

/** A document's row that changed; `null`: it is gone. */
export interface VectorChange {
  readonly indexId: number;
  /** Where in the table of the index. */
  readonly seq: number;
  readonly documentId: string;
  readonly row: VectorRow | null;
}

/** What of an index's rows a thread has: of every `of` places the `nth`, from 0 on. */
export interface Share {
  readonly nth: number;
  readonly of: number;
}

const ALL: Share = { nth: 0, of: 1 };

/** The table of an index's rows. */
export function vectorTable(index: Pick<VectorIndex, "id">): string {
  return `vector_index_${index.id}`;
}

export function createVectorIndex(db: Sqlite, index: Pick<VectorIndex, "id">): void {
  db.exec(`CREATE TABLE ${vectorTable(index)} (
    seq INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL,
    filters BLOB NOT NULL,
    vector BLOB NOT NULL
  )`);
}

export function dropVectorIndex(db: Sqlite, index: Pick<VectorIndex, "id">): void {
  db.exec(`DROP TABLE ${vectorTable(index)}`);
}

/** A document's row; `null` where the vector field is no list of so many floats: then no search finds it. */
export function vectorRow(index: VectorIndex, document: ConvexObject): VectorRow | null {
  const value = fieldAt(document, index.vectorField);
  if (!Array.isArray(value) || value.length !== index.dimensions) return null;
  const vector = unitVector(value);
  if (vector === null) return null;
  return {
    vector: new Uint8Array(vector.buffer),
    filters: Buffer.concat(index.filterFields.map((path) => filterHash(fieldAt(document, path)))),
  };
}

/**
 * A vector's direction, as 32-bit floats. A vector of length zero has none and stays as it is: its cosine with all
 * others counts as zero. `null` where an element is no finite float.
 */
export function unitVector(values: readonly ConvexJson[]): Float32Array<ArrayBuffer> | null {
  const floats = values.map((value) => (typeof value === "number" ? value : floatOf(value)));
  const largest = floats.reduce((most, float) => Math.max(most, Math.abs(float)), 0);
  if (!Number.isFinite(largest)) return null;
  const vector = new Float32Array(floats.length);
  if (largest === 0) return vector;
  // Scaled first, so that no square, nor their sum, is too large or too small for a double.
  const length = Math.sqrt(floats.reduce((sum, float) => sum + (float / largest) ** 2, 0));
  for (const [at, float] of floats.entries()) vector[at] = float / largest / length;
  return vector;
}

/** Such as -0, which Convex JSON writes as an object; in a vector it is like the other zero. */
function floatOf(value: ConvexJson): number {
  const classified = tryClassify(value);
  return classified?.kind === "float64" ? classified.float64 + 0 : NaN;
}

/** Brings a document's row from one state to another; answers whether the two differ. */
export function writeVectorRow(
  db: Sqlite,
  index: VectorIndex,
  document: { readonly seq: number; readonly id: string },
  before: VectorRow | null,
  after: VectorRow | null,
): boolean {
  if (isSameRow(before, after)) return false;
  const table = vectorTable(index);
  if (after === null) db.run(`DELETE FROM ${table} WHERE seq = ?`, [document.seq]);
  else {
    const sql = `INSERT OR REPLACE INTO ${table} (seq, document_id, filters, vector) VALUES (?, ?, ?, ?)`;
    db.run(sql, [document.seq, document.id, after.filters, after.vector]);
  }
  return true;
}

function isSameRow(a: VectorRow | null, b: VectorRow | null): boolean {
  if (a === null || b === null) return a === b;
  return Buffer.compare(a.vector, b.vector) === 0 && Buffer.compare(a.filters, b.filters) === 0;
}

/** A page of an index's rows, or of a share of them, in the order of their places. */
export function readVectorRows(
  db: Sqlite,
  index: Pick<VectorIndex, "id">,
  afterSeq: number,
  limit: number,
  share: Share = ALL,
): StoredVectorRow[] {
  const sql = `SELECT seq, document_id, filters, vector FROM ${vectorTable(index)}
    WHERE seq > ? AND seq % ? = ? ORDER BY seq LIMIT ?`;
  return db.rows(sql, [afterSeq, share.of, share.nth, limit]).map(([seq, documentId, filters, vector]) => {
    if (!(filters instanceof Uint8Array) || !(vector instanceof Uint8Array))
      throw new TypeError("A row of a vector index has no vector.");
    return { seq: Number(seq), documentId: String(documentId), filters, vector };
  });
}

/** Whether an index has any rows. */
export function hasVectors(db: Sqlite, index: Pick<VectorIndex, "id">): boolean {
  return db.row(`SELECT 1 FROM ${vectorTable(index)} LIMIT 1`) !== undefined;
}
