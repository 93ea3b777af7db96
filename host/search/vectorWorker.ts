/**
 * A thread of vector search: it has a share of the vectors of each index in memory, so that neither loading nor scanning
 * them holds up anything else. What it is told takes effect in order.
 */
import { parentPort } from "node:worker_threads";
import { lastCommitTs } from "../store/format";
import { Sqlite } from "../store/sqlite";
import type { VectorIndex } from "../store/tablets";
import { readVectorRows, type Share, type VectorChange } from "./vectorIndex";
import { VectorMatrix, type VectorMatch } from "./vectorMatrix";
import type { ThreadAnswer, ThreadMessage } from "./vectorThread";

/** Rows that are read from the database at once. */
const PAGE_ROWS = 500;

if (parentPort === null) throw new Error("This is the thread of vector search; vectorThread.ts starts it.");
const port = parentPort;

/** The share of the vectors of an index as of a commit. */
interface Loaded {
  readonly matrix: VectorMatrix;
  readonly ts: bigint;
}

/** By the file of the database and the id of the index. */
const loaded = new Map<string, Map<number, Loaded>>();

port.on("message", (message: ThreadMessage) => port.postMessage(answerTo(message)));

function answerTo(message: ThreadMessage): ThreadAnswer {
  try {
    return { matches: heed(message) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function heed(message: ThreadMessage): readonly VectorMatch[] {
  const { path } = message;
  switch (message.kind) {
    case "search":
      return matrixOf(path, message).search(message.query);
    case "load":
      matrixOf(path, message);
      return [];
    case "changes":
      for (const change of message.changes) follow(path, message.ts, change);
      return [];
    case "forget":
      loaded.delete(path);
      return [];
  }
}

function follow(path: string, ts: bigint, { indexId, documentId, row }: VectorChange): void {
  const indexes = loaded.get(path);
  const index = indexes?.get(indexId);
  // What was committed while the vectors were asked for may have been read with them.
  if (index === undefined || ts <= index.ts) return;
  try {
    if (row === null) index.matrix.delete(documentId);
    else index.matrix.set(documentId, row);
  } catch {
    // It can't follow any more. The next search loads anew, and says why that fails if it does.
    indexes?.delete(indexId);
  }
}

/** What of an index is kept here. */
interface Kept {
  readonly index: VectorIndex;
  readonly share: Share;
}

/** The vectors of an index, which are read where they have not been yet. */
function matrixOf(path: string, kept: Kept): VectorMatrix {
  const indexes = loaded.get(path) ?? new Map<number, Loaded>();
  loaded.set(path, indexes);
  const known = indexes.get(kept.index.id) ?? load(path, kept);
  indexes.set(kept.index.id, known);
  return known.matrix;
}

function load(path: string, { index, share }: Kept): Loaded {
  const db = Sqlite.open(path, { readOnly: true });
  try {
    db.exec("BEGIN");
    const matrix = new VectorMatrix(index.dimensions, index.filterFields.length);
    for (let after = 0, more = true; more;) {
      const rows = readVectorRows(db, index, after, PAGE_ROWS, share);
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
