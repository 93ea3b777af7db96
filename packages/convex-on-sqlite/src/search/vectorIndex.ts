/** Vector indexes: one SQLite table each. Vectors are stored as unit vectors, so that their dot product is the cosine. */
import type { Sqlite } from "../store/sqlite";
import type { VectorIndex } from "../store/tablets";
import type { ConvexJson, ConvexObject } from "../types";
import { fieldAt } from "../values/path";
import { tryClassify } from "../values/classify";
import { filterHash } from "./filterHash";

/** Increase it when the content of rows changes: stored indexes of another form are rebuilt at start. */
export const VECTOR_INDEX_FORM = 1;

/** A document's entry in the index: the bytes of its unit vector as 32-bit floats, and one hash per filter field, concatenated. */
export interface VectorRow {
  readonly vector: Uint8Array;
  readonly filters: Uint8Array;
}

interface StoredVectorRow extends VectorRow {
  /** The primary key. */
  readonly seq: number;
  readonly documentId: string;
}

/** A change of a document's row. `row` is its new state, `null` when the document is no longer in the index. */
export interface VectorChange {
  readonly indexId: number;
  readonly documentId: string;
  readonly row: VectorRow | null;
}

/** The name of an index's table. */
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

/** A document's row. `null` when its vector field is not a list of `index.dimensions` finite floats: then no search finds it. */
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
 * Scales a vector to length one, as 32-bit floats. The zero vector stays as it is, so its cosine with every vector is 0.
 * `null` when an element is not a finite float.
 */
export function unitVector(values: readonly ConvexJson[]): Float32Array<ArrayBuffer> | null {
  const floats = values.map((value) => (typeof value === "number" ? value : floatOf(value)));
  const largest = floats.reduce((most, float) => Math.max(most, Math.abs(float)), 0);
  if (!Number.isFinite(largest)) return null;
  const vector = new Float32Array(floats.length);
  if (largest === 0) return vector;
  // Dividing by the largest element first keeps the squares and their sum within the range of a double.
  const length = Math.sqrt(floats.reduce((sum, float) => sum + (float / largest) ** 2, 0));
  for (const [at, float] of floats.entries()) vector[at] = float / largest / length;
  return vector;
}

/** Decodes floats that Convex JSON writes as an object: NaN, infinities and -0, which becomes 0. */
function floatOf(value: ConvexJson): number {
  const classified = tryClassify(value);
  return classified?.kind === "float64" ? classified.float64 + 0 : NaN;
}

/** Changes a document's stored row from `before` to `after`. Returns false, and writes nothing, when they are equal. */
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

/** Up to `limit` rows after `afterSeq`, in the order of `seq`. */
export function readVectorRows(
  db: Sqlite,
  index: Pick<VectorIndex, "id">,
  afterSeq: number,
  limit: number,
): StoredVectorRow[] {
  const sql = `SELECT seq, document_id, filters, vector FROM ${vectorTable(index)}
    WHERE seq > ? ORDER BY seq LIMIT ?`;
  return db.rows(sql, [afterSeq, limit]).map(([seq, documentId, filters, vector]) => {
    if (!(filters instanceof Uint8Array) || !(vector instanceof Uint8Array))
      throw new TypeError("A row of a vector index has no vector.");
    return { seq: Number(seq), documentId: String(documentId), filters, vector };
  });
}

/** Whether an index has any rows. */
export function hasVectors(db: Sqlite, index: Pick<VectorIndex, "id">): boolean {
  return db.row(`SELECT 1 FROM ${vectorTable(index)} LIMIT 1`) !== undefined;
}
