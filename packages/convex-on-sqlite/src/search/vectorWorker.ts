/**
 * The entry point of the vector search thread. It holds the vectors in memory, so neither loading nor searching them
 * blocks the main thread.
 */
import { parentPort } from "node:worker_threads";
import { lastCommitTs } from "../store/format";
import { Sqlite } from "../store/sqlite";
import type { VectorIndex } from "../store/tablets";
import { readVectorRows, type VectorChange } from "./vectorIndex";
import { VectorMatrix, type VectorMatch } from "./vectorMatrix";
import type { VectorRequest, VectorResponse } from "./vectorThread";

/** Rows per read: about 3 MB of vectors with 1,536 dimensions. */
const PAGE_ROWS = 500;

if (parentPort === null) throw new Error("vectorWorker.ts must run in a worker; vectorThread.ts starts it.");
const port = parentPort;

/** An index as of the commit it was read at, plus the changes applied since. */
interface LoadedIndex {
  readonly matrix: VectorMatrix;
  readonly ts: bigint;
}

/** By database file and index id. */
const loaded = new Map<string, Map<number, LoadedIndex>>();

port.on("message", (request: VectorRequest) => port.postMessage(respond(request)));

function respond(request: VectorRequest): VectorResponse {
  try {
    return { matches: handle(request) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function handle(request: VectorRequest): readonly VectorMatch[] {
  const { path } = request;
  switch (request.kind) {
    case "search":
      return loadedMatrix(path, request.index).search(request.query);
    case "load":
      loadedMatrix(path, request.index);
      return [];
    case "changes":
      for (const change of request.changes) applyChange(path, request.ts, change);
      return [];
    case "forget":
      loaded.delete(path);
      return [];
  }
}

function applyChange(path: string, ts: bigint, { indexId, documentId, row }: VectorChange): void {
  const indexes = loaded.get(path);
  const index = indexes?.get(indexId);
  // The load may have read this commit already.
  if (index === undefined || ts <= index.ts) return;
  try {
    if (row === null) index.matrix.delete(documentId);
    else index.matrix.set(documentId, row);
  } catch {
    // The index is out of date now. The next search reloads it, and reports the error if that fails too.
    indexes?.delete(indexId);
  }
}

/** The matrix of an index. Loads it if needed. */
function loadedMatrix(path: string, index: VectorIndex): VectorMatrix {
  const indexes = loaded.get(path) ?? new Map<number, LoadedIndex>();
  loaded.set(path, indexes);
  const known = indexes.get(index.id) ?? load(path, index);
  indexes.set(index.id, known);
  return known.matrix;
}

function load(path: string, index: VectorIndex): LoadedIndex {
  const db = Sqlite.open(path, { readOnly: true });
  try {
    // One transaction, so that all pages and the timestamp come from the same commit.
    db.exec("BEGIN");
    const matrix = new VectorMatrix(index.dimensions, index.filterFields.length);
    for (let after = 0, more = true; more;) {
      const rows = readVectorRows(db, index, after, PAGE_ROWS);
      for (const row of rows) matrix.set(row.documentId, row);
      after = rows.at(-1)?.seq ?? after;
      more = rows.length === PAGE_ROWS;
    }
    return { matrix, ts: lastCommitTs(db) };
  } finally {
    db.rollback();
    db.close();
  }
}
