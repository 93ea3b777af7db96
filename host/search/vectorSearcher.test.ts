import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Sqlite } from "../store/sqlite";
import {
  createVectorIndex,
  vectorRow,
  writeVectorRow,
  type VectorChange,
  type VectorIndex,
} from "./vectorIndex";
import { VectorSearcher, type CommittedRead } from "./vectorSearcher";

const index: VectorIndex = {
  id: 1,
  name: "by_vector",
  vectorField: "vector",
  dimensions: 2,
  filterFields: [],
};

/** More than are read from the database, or scanned, at once. */
const ROWS = 5_000;

const query = { vector: Float32Array.from([1, 0]), limit: 3, anyOf: null };

let db: Sqlite;
beforeEach(() => {
  db = Sqlite.open(":memory:");
  createVectorIndex(db, index);
  db.transaction(() => {
    for (let seq = 1; seq <= ROWS; seq++) write(seq, [seq, ROWS]);
  });
});
afterEach(() => db.close());

/** Writes a document's vector, or removes it, and tells what that changed. */
function write(seq: number, vector: [number, number] | null): VectorChange {
  const before = vectorRow(index, { vector: [0, 1] });
  const row = vector === null ? null : vectorRow(index, { vector });
  writeVectorRow(db, index, { seq, id: `d${seq}` }, before, row);
  return { indexId: index.id, documentId: `d${seq}`, row };
}

const found = async (searcher: VectorSearcher) =>
  (await searcher.search(index, query)).map(({ documentId }) => documentId);

const readNow: CommittedRead = (body) => Promise.resolve(body(db));

describe("a vector searcher", () => {
  it("loads ahead, and follows what is committed meanwhile and after", async () => {
    const pages: (() => void)[] = [];
    const searcher = new VectorSearcher(
      (body) => new Promise((resolve) => pages.push(() => resolve(body(db)))),
    );
    const loaded = searcher.preload(index);
    await nextTurn();
    pages.shift()?.();
    await nextTurn();
    // One row of the part that is loaded, one of the part that is not.
    searcher.committed([write(1, [1, 0]), write(5_000, null)]);
    let done = false;
    void loaded.then(() => (done = true));
    while (!done) {
      pages.shift()?.();
      await nextTurn();
    }
    searcher.committed([write(4_999, null)]);
    expect(await found(searcher)).toEqual(["d1", "d4998", "d4997"]);
    expect(pages).toHaveLength(0);
  });

  it("goes through with a search on the state in which it began, whatever is committed meanwhile", async () => {
    const searcher = new VectorSearcher(readNow, 0);
    expect(await found(searcher)).toEqual(["d5000", "d4999", "d4998"]);
    const search = found(searcher);
    // It has begun, and waits for its next turn.
    await nextTurn();
    searcher.committed([write(5_000, null), write(1, [1, 0]), write(6_000, [9, 1])]);
    const next = found(searcher);
    expect(await search).toEqual(["d5000", "d4999", "d4998"]);
    expect(await next).toEqual(["d1", "d6000", "d4999"]);
  });

  it("has every commit that falls into its loading", async () => {
    let reads = 0;
    const searcher = new VectorSearcher(async (body) => {
      const answer = body(db);
      reads += 1;
      if (reads === 1) searcher.committed([write(1, [1, 0]), write(ROWS, null), write(6_000, [9, 1])]);
      if (reads === 2) searcher.committed([write(2, null), write(1, null)]);
      await nextTurn();
      return answer;
    });
    expect(await found(searcher)).toEqual(["d6000", "d4999", "d4998"]);
    expect(reads).toBeGreaterThan(2);
  });

  it("gives the event loop its turns", async () => {
    const searcher = new VectorSearcher(readNow, 0);
    await found(searcher);
    let [turns, isOver] = [0, false];
    const search = found(searcher).finally(() => (isOver = true));
    for (; !isOver; turns++) await nextTurn();
    await search;
    expect(turns).toBeGreaterThan(3);
  });

  it("loads anew after a load that failed", async () => {
    let isBroken = true;
    const searcher = new VectorSearcher((body) =>
      isBroken ? Promise.reject(new Error("the disk is gone")) : readNow(body),
    );
    await expect(found(searcher)).rejects.toThrow("the disk is gone");
    isBroken = false;
    expect(await found(searcher)).toEqual(["d5000", "d4999", "d4998"]);
  });
});
