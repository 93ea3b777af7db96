import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/host/testApp";
import { prepareFormat, writeMeta } from "../store/format";
import { Sqlite } from "../store/sqlite";
import type { VectorIndex } from "../store/tablets";
import { createVectorIndex, vectorRow, writeVectorRow, type VectorChange } from "./vectorIndex";
import { VectorSearcher } from "./vectorSearcher";
import { newVectorThread } from "../../scripts/start/vectorThreads";
import type { VectorThread } from "./vectorThread";

const index: VectorIndex = {
  id: 1,
  name: "by_vector",
  vectorField: "vector",
  dimensions: 2,
  filterFields: [],
};

/** More than are read from the database, or scored, at once. */
const ROWS = 5_000;

const query = { vector: Float32Array.from([1, 0]), limit: 3, anyOf: null };

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let db: Sqlite;
let threads: VectorThread[];
let searcher: VectorSearcher;
let ts: bigint;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, "vectors.sqlite3");
  db = Sqlite.open(path, { synchronous: "NORMAL" });
  prepareFormat(db);
  createVectorIndex(db, index);
  ts = 0n;
  committed(() => {
    for (let seq = 1; seq <= ROWS; seq++) write(seq, [seq, ROWS]);
  });
  threads = [newVectorThread(), newVectorThread()];
  searcher = new VectorSearcher(path, threads);
});
afterEach(async () => {
  await end();
  db.close();
  folder.remove();
});

/** Writes a document's vector, or removes it, and tells what that changed. */
function write(seq: number, vector: [number, number] | null): VectorChange {
  const before = vectorRow(index, { vector: [0, 1] });
  const row = vector === null ? null : vectorRow(index, { vector });
  writeVectorRow(db, index, { seq, id: `d${seq}` }, before, row);
  return { indexId: index.id, seq, documentId: `d${seq}`, row };
}

const end = () => Promise.all(threads.map((thread) => thread.end()));
const running = () => threads.map(({ isRunning }) => isRunning);

/** A commit as the engine makes it, with its ts in the file. */
function committed<T>(body: () => T): T {
  return db.transaction(() => {
    ts += 1n;
    writeMeta(db, { last_ts: String(ts) });
    return body();
  });
}

/** Commits, and tells the searcher. */
const commit = (body: () => VectorChange[]) => {
  const changes = committed(body);
  searcher.committed(ts, changes);
};

const found = async () => (await searcher.search(index, query)).map(({ documentId }) => documentId);

describe("a vector searcher", () => {
  it("loads ahead, and follows what is committed meanwhile and after", async () => {
    const loaded = searcher.preload(index);
    commit(() => [write(1, [1, 0]), write(5_000, null)]);
    await loaded;
    commit(() => [write(4_999, null)]);
    expect(await found()).toEqual(["d1", "d4998", "d4997"]);
  });

  it("goes back to no older commit where what it loaded was committed before it was told of it", async () => {
    const load = searcher.preload(index);
    // The threads take much longer to start, and reads all of it. A search in between must not see the first two alone.
    const searches: Promise<string[]>[] = [];
    for (const vector of [[9, 1], [8, 1], null] as const) {
      commit(() => [write(6_000, vector === null ? null : [...vector])]);
      searches.push(found());
    }
    await load;
    for (const search of searches) expect(await search).toEqual(["d5000", "d4999", "d4998"]);
  });

  it("sees every commit before the search and none after it, once it has loaded", async () => {
    expect(await found()).toEqual(["d5000", "d4999", "d4998"]);
    const before = found();
    commit(() => [write(5_000, null), write(1, [1, 0]), write(6_000, [9, 1])]);
    const after = found();
    expect(await before).toEqual(["d5000", "d4999", "d4998"]);
    expect(await after).toEqual(["d1", "d6000", "d4999"]);
  });

  it("starts again, and loads again, after its threads ended", async () => {
    await found();
    // So many that not all have their answers when it ends, however slow whoever ends it is.
    const asked = Array.from({ length: 256 }, () => found().then(String, String));
    await end();
    const answers = new Set(await Promise.all(asked));
    answers.delete("d5000,d4999,d4998");
    expect([...answers]).toEqual([
      "Error: The thread of vector search ended: it exited with code 1. The next search starts another.",
    ]);
    // The thread that would have to be told is gone.
    commit(() => [write(5_000, null)]);
    expect(running()).toEqual([false, false]);
    expect(await found()).toEqual(["d4999", "d4998", "d4997"]);
    commit(() => [write(4_999, null)]);
    expect(await found()).toEqual(["d4998", "d4997", "d4996"]);
  });

  it("starts the one again that ended by itself, and tells the other of what is committed meanwhile", async () => {
    await found();
    await threads[0]?.end();
    commit(() => [write(5_000, null), write(4_999, null)]);
    expect(running()).toEqual([false, true]);
    expect(await found()).toEqual(["d4998", "d4997", "d4996"]);
  });

  it("has loaded what it loads ahead, and forgets it once it is closed", async () => {
    await searcher.preload(index);
    // Not told of, so that only a load would see it.
    committed(() => write(5_000, null));
    expect(await found()).toEqual(["d5000", "d4999", "d4998"]);
    await searcher.close();
    // Others may use the threads.
    expect(running()).toEqual([true, true]);
    expect(await found()).toEqual(["d4999", "d4998", "d4997"]);
  });

  it("loads anew after a load that failed", async () => {
    const away = join(folder.path, "away");
    db.close();
    renameSync(path, away);
    await expect(found()).rejects.toThrow("The database failed");
    for (const end of ["", "-wal", "-shm"])
      if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${away}-${end}x`);
    renameSync(away, path);
    db = Sqlite.open(path);
    expect(await found()).toEqual(["d5000", "d4999", "d4998"]);
  });

  it("is closed while it loads, and what waits for it is told so", async () => {
    const load = searcher.preload(index);
    await Promise.all([expect(load).rejects.toThrow("The thread of vector search ended"), searcher.close()]);
    expect(await found()).toEqual(["d5000", "d4999", "d4998"]);
  });
});
