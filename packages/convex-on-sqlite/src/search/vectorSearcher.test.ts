import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { prepareFormat, writeMeta } from "../store/format";
import { Sqlite } from "../store/sqlite";
import type { VectorIndex } from "../store/tablets";
import { createVectorIndex, vectorRow, writeVectorRow, type VectorChange } from "./vectorIndex";
import { VectorSearcher } from "./vectorSearcher";
import { newVectorThread } from "./startVectorThread";
import type { VectorThread } from "./vectorThread";

const index: VectorIndex = {
  id: 1,
  name: "by_vector",
  vectorField: "vector",
  dimensions: 2,
  filterFields: [],
};

/** Several pages of a load. */
const ROWS = 5_000;

const query = { vector: Float32Array.from([1, 0]), limit: 3, anyOf: null };

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let db: Sqlite;
let thread: VectorThread;
let searcher: VectorSearcher;
let ts: bigint;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, "vectors.sqlite3");
  db = Sqlite.open(path, { synchronous: "NORMAL" });
  prepareFormat(db);
  createVectorIndex(db, index);
  ts = 0n;
  commitUnseen(() => {
    for (let seq = 1; seq <= ROWS; seq++) write(seq, [seq, ROWS]);
  });
  thread = newVectorThread();
  searcher = new VectorSearcher(path, thread);
});
afterEach(async () => {
  await thread.terminate();
  db.close();
  folder.remove();
});

/** Writes or removes a document's vector. */
function write(seq: number, vector: [number, number] | null): VectorChange {
  const before = vectorRow(index, { vector: [0, 1] });
  const row = vector === null ? null : vectorRow(index, { vector });
  writeVectorRow(db, index, { seq, id: `d${seq}` }, before, row);
  return { indexId: index.id, documentId: `d${seq}`, row };
}

/** Commits as the engine does, with the timestamp in the file, but does not notify the searcher. */
function commitUnseen<T>(body: () => T): T {
  return db.transaction(() => {
    ts += 1n;
    writeMeta(db, { last_ts: String(ts) });
    return body();
  });
}

/** Commits and notifies the searcher. */
const commit = (body: () => VectorChange[]) => {
  const changes = commitUnseen(body);
  searcher.applyCommit(ts, changes);
};

const found = async () => (await searcher.search(index, query)).map(({ documentId }) => documentId);

describe("VectorSearcher", () => {
  it("applies commits made during and after a preload", async () => {
    const loaded = searcher.preload(index);
    commit(() => [write(1, [1, 0]), write(5_000, null)]);
    await loaded;
    commit(() => [write(4_999, null)]);
    expect(await found()).toEqual(["d1", "d4998", "d4997"]);
  });

  it("never applies a change older than the state it loaded", async () => {
    const load = searcher.preload(index);
    // The thread starts after the last commit and so reads all three. No search may see only the first or second.
    const searches: Promise<string[]>[] = [];
    for (const vector of [[9, 1], [8, 1], null] as const) {
      commit(() => [write(6_000, vector === null ? null : [...vector])]);
      searches.push(found());
    }
    await load;
    for (const search of searches) expect(await search).toEqual(["d5000", "d4999", "d4998"]);
  });

  it("sees every commit before a search and none after it", async () => {
    expect(await found()).toEqual(["d5000", "d4999", "d4998"]);
    const before = found();
    commit(() => [write(5_000, null), write(1, [1, 0]), write(6_000, [9, 1])]);
    const after = found();
    expect(await before).toEqual(["d5000", "d4999", "d4998"]);
    expect(await after).toEqual(["d1", "d6000", "d4999"]);
  });

  it("restarts the thread and reloads after the thread ends", async () => {
    await found();
    // Enough searches that some are still pending when the thread ends.
    const searches = Array.from({ length: 256 }, () => found().then(String, String));
    await thread.terminate();
    const answers = new Set(await Promise.all(searches));
    answers.delete("d5000,d4999,d4998");
    expect([...answers]).toEqual([
      "Error: The vector search thread ended: it was terminated. The next search starts a new one.",
    ]);
    // A commit alone starts no thread.
    commit(() => [write(5_000, null)]);
    expect(thread.isRunning).toBe(false);
    expect(await found()).toEqual(["d4999", "d4998", "d4997"]);
    commit(() => [write(4_999, null)]);
    expect(await found()).toEqual(["d4998", "d4997", "d4996"]);
  });

  it("searches the preloaded rows until it is closed, and leaves the thread running", async () => {
    await searcher.preload(index);
    // Only a load would see this commit.
    commitUnseen(() => write(5_000, null));
    expect(await found()).toEqual(["d5000", "d4999", "d4998"]);
    await searcher.close();
    expect(thread.isRunning).toBe(true);
    expect(await found()).toEqual(["d4999", "d4998", "d4997"]);
  });

  it("reloads after a failed load", async () => {
    const away = join(folder.path, "away");
    db.close();
    renameSync(path, away);
    await expect(found()).rejects.toThrow("The database failed");
    for (const suffix of ["", "-wal", "-shm"])
      if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${away}-${suffix}x`);
    renameSync(away, path);
    db = Sqlite.open(path);
    expect(await found()).toEqual(["d5000", "d4999", "d4998"]);
  });

  it("rejects pending requests when it is closed during a load", async () => {
    const load = searcher.preload(index);
    await Promise.all([expect(load).rejects.toThrow("The vector search thread ended"), searcher.close()]);
    expect(await found()).toEqual(["d5000", "d4999", "d4998"]);
  });
});
