import { convexToJson } from "convex/values";
import { expect, it } from "vitest";
import { Sqlite } from "../store/sqlite";
import type { VectorIndex } from "../store/tablets";
import type { ConvexObject } from "../types";
import {
  createVectorIndex,
  hasVectors,
  readVectorRows,
  unitVector,
  vectorRow,
  writeVectorRow,
} from "./vectorIndex";

it("normalizes vectors of any length, reads -0 as 0 and rejects elements that are not finite floats", () => {
  const half = Math.fround(Math.SQRT1_2);
  for (const size of [Number.MAX_VALUE, 1, Number.MIN_VALUE])
    expect(unitVector([size, -size])).toEqual(Float32Array.of(half, -half));
  expect(unitVector([convexToJson(-0), 3])).toEqual(Float32Array.of(0, 1));
  expect(unitVector([0, convexToJson(-0)])).toEqual(Float32Array.of(0, 0));
  for (const wrong of [convexToJson(NaN), convexToJson(-Infinity), convexToJson(1n), "1"])
    expect(unitVector([1, wrong])).toBeNull();
});

it("updates a document's row only when its vector or a filter value changes", () => {
  const index: VectorIndex = {
    id: 1,
    name: "by_vector",
    vectorField: "vector",
    dimensions: 2,
    filterFields: ["kind"],
  };
  const db = Sqlite.open(":memory:");
  createVectorIndex(db, index);
  const states: readonly [ConvexObject | null, changes: boolean][] = [
    [{ kind: "a" }, false],
    [{ vector: [1, 2], kind: "a" }, true],
    [{ vector: [1, 2], kind: "a", text: "more" }, false],
    [{ vector: [2, 4], kind: "a" }, false],
    [{ vector: [2, 1], kind: "a" }, true],
    [{ vector: [2, 1], kind: "b" }, true],
    [{ vector: [2, 1, 0], kind: "b" }, true],
    [{ vector: [2, 1], kind: "b" }, true],
    [null, true],
  ];
  const rowOf = (state: ConvexObject | null) => (state === null ? null : vectorRow(index, state));
  let before: ConvexObject | null = null;
  for (const [after, changes] of states) {
    const changed = writeVectorRow(db, index, { seq: 7, id: "d7" }, rowOf(before), rowOf(after));
    const row = rowOf(after);
    const stored = readVectorRows(db, index, 0, 10).map(({ seq, documentId, vector, filters }) => ({
      seq,
      documentId,
      vector: Buffer.from(vector),
      filters: Buffer.from(filters),
    }));
    const expected =
      row === null
        ? []
        : [{ seq: 7, documentId: "d7", vector: Buffer.from(row.vector), filters: Buffer.from(row.filters) }];
    expect([after, changed, stored]).toEqual([after, changes, expected]);
    expect(hasVectors(db, index)).toBe(row !== null);
    before = after;
  }
  db.close();
});

it("reads rows in pages, ordered by seq", () => {
  const index: VectorIndex = { id: 1, name: "by_v", vectorField: "v", dimensions: 1, filterFields: [] };
  const db = Sqlite.open(":memory:");
  createVectorIndex(db, index);
  for (const seq of [5, 2, 9, 4])
    writeVectorRow(db, index, { seq, id: `d${seq}` }, null, vectorRow(index, { v: [1] }));
  const page = (after: number) => readVectorRows(db, index, after, 2).map(({ seq }) => seq);
  expect([page(0), page(4), page(9)]).toEqual([[2, 4], [5, 9], []]);
  db.close();
});
