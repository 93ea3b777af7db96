/**
 * The thread of vector search: it has the vectors of each index in memory, so that neither loading nor scanning them
 * holds up anything else. What it is told takes effect in order.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { lastCommitTs } from "../store/format";
import { Sqlite } from "../store/sqlite";
import { readVectorRows, type VectorChange } from "./vectorIndex";
import { VectorMatrix, type VectorMatch } from "./vectorMatrix";
import type { ThreadAnswer, ThreadCall, ThreadIndex, ThreadMessage } from "./vectorThread";

/** Rows that are read from the database at once. */
const PAGE_ROWS = 500;

if (parentPort === null) throw new Error("This is the thread of vector search; vectorThread.ts starts it.");
const port = parentPort;

/** The vectors of an index as of a commit. */
interface Loaded {
  readonly matrix: VectorMatrix;
  readonly ts: bigint;
}

/** By database and index. */
const loaded = new Map<number, Map<number, Loaded>>();
/** Databases that were closed: what is still being loaded of them is of no use. */
const closed = new Set<number>();
let last: Promise<void> = Promise.resolve();

port.on("message", ({ call, message }: ThreadCall) => {
  if (message.kind === "forget") closed.add(message.database);
  last = last.then(async () => port.postMessage(await answerTo(call, message)));
});

async function answerTo(call: number, message: ThreadMessage): Promise<ThreadAnswer> {
  try {
    return { call, matches: await heed(message) };
  } catch (error) {
    return { call, error: error instanceof Error ? error.message : String(error) };
  }
}

async function heed(message: ThreadMessage): Promise<readonly VectorMatch[]> {
  switch (message.kind) {
    case "search":
      return (await matrixOf(message.index)).search(message.query);
    case "load":
      await matrixOf(message.index);
      return [];
    case "changes":
      for (const change of message.changes) follow(message.database, message.ts, change);
      return [];
    case "forget":
      loaded.delete(message.database);
      return [];
  }
}

function follow(database: number, ts: bigint, { indexId, documentId, row }: VectorChange): void {
  const indexes = loaded.get(database);
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

/** The vectors of an index, which are read where they have not been yet. */
async function matrixOf(index: ThreadIndex): Promise<VectorMatrix> {
  const { database, path, id } = index;
  const indexes = loaded.get(database) ?? new Map<number, Loaded>();
  loaded.set(database, indexes);
  const known = indexes.get(id);
  if (known !== undefined) return known.matrix;
  const db = Sqlite.open(path, { readOnly: true });
  try {
    db.exec("BEGIN");
    const read = { matrix: await allOf(db, index), ts: lastCommitTs(db) };
    indexes.set(id, read);
    return read.matrix;
  } finally {
    db.rollback();
    db.close();
  }
}

async function allOf(db: Sqlite, index: ThreadIndex): Promise<VectorMatrix> {
  const matrix = new VectorMatrix(index.dimensions, index.filterFields.length);
  for (let after = 0, more = true; more;) {
    if (closed.has(index.database)) throw new Error("The database was closed.");
    const rows = readVectorRows(db, index, after, PAGE_ROWS);
    for (const row of rows) matrix.set(row.documentId, row);
    after = rows.at(-1)?.seq ?? after;
    more = rows.length === PAGE_ROWS;
    // That the database is closed comes as a message.
    await nextTurn();
  }
  return matrix;
}
