/** Searches return exactly the rows with the highest scores, with the scores that the WebAssembly module computes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterHash } from "./filterHash";
import { unitVector } from "./vectorIndex";
import { VectorMatrix } from "./vectorMatrix";
import { paddedLength } from "./vectorRows";

/** The module adds up products in four registers of four floats. */
const SUMS = 16;

/** The score as the module computes it: each partial sum is rounded to 32 bits, and so is each step of adding them up. */
function scoreOf(a: Float32Array, b: Float32Array): number {
  const sums = new Float32Array(SUMS);
  for (let at = 0; at < paddedLength(a.length); at++) {
    const product = Math.fround((a[at] ?? 0) * (b[at] ?? 0));
    sums[at % SUMS] = (sums[at % SUMS] ?? 0) + product;
  }
  const sum = (...places: readonly number[]): number[] => places.map((place) => sums[place] ?? 0);
  const add = (x = 0, y = 0): number => Math.fround(x + y);
  const lanes = [0, 1, 2, 3].map((lane) => {
    const [first, second, third, fourth] = sum(lane, lane + 4, lane + 8, lane + 12);
    return add(add(first, second), add(third, fourth));
  });
  return add(add(lanes[0], lanes[1]), add(lanes[2], lanes[3]));
}

/** Vectors around three centres. `spread` is their distance from the centres: 0 makes copies. */
function vectorsOf(dimensions: number, rows: number, spread: number, random: () => number): Float32Array[] {
  const centres = Array.from({ length: 3 }, () => Array.from({ length: dimensions }, () => random() - 0.5));
  return Array.from({ length: rows }, (_, row) => {
    const centre = centres[row % centres.length] ?? [];
    const isZero = random() < 0.02;
    const vector = unitVector(centre.map((part) => (isZero ? 0 : part + (random() - 0.5) * spread)));
    if (vector === null) throw new Error("All elements are finite.");
    return vector;
  });
}

const cases = fc.record({
  dimensions: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(600)),
  rows: fc.integer({ min: 0, max: 700 }),
  spread: fc.constantFrom(0, 1e-7, 1e-5, 1e-3, 0.1, 1),
  limit: fc.integer({ min: 1, max: 40 }),
  removed: fc.integer({ min: 0, max: 30 }),
  replaced: fc.integer({ min: 0, max: 30 }),
  topics: fc.constantFrom(1, 2, 30),
  filtered: fc.boolean(),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
});

/** Uniform numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return (state >>> 0) / 2 ** 32;
  };
}

describe("VectorMatrix", () => {
  it("finds what a full sort finds, with near-equal vectors, copies, zeros, filters, removed and replaced rows", () => {
    fc.assert(
      fc.property(cases, ({ dimensions, rows, spread, limit, removed, replaced, topics, filtered, seed }) => {
        const random = generator(seed);
        const matrix = new VectorMatrix(dimensions, 2);
        const known = new Map<string, { vector: Float32Array; topic: number }>();
        const [query = new Float32Array(dimensions), ...vectors] = vectorsOf(
          dimensions,
          rows + 1,
          spread,
          random,
        );
        const set = (row: number, vector: Float32Array) => {
          const topic = row % topics;
          known.set(`d${row}`, { vector, topic });
          const filters = Buffer.concat([filterHash(row), filterHash(topic)]);
          matrix.set(`d${row}`, { vector: new Uint8Array(vector.buffer), filters });
        };
        const randomRow = () => Math.floor(random() * rows);
        for (const [row, vector] of vectors.entries()) set(row, vector);
        for (let n = 0; n < removed && rows > 0; n++) {
          const id = `d${randomRow()}`;
          known.delete(id);
          matrix.delete(id);
        }
        for (let n = 0; n < replaced && rows > 0; n++)
          set(randomRow(), vectors[randomRow()] ?? new Float32Array());
        const found = matrix.search({
          vector: query,
          limit,
          anyOf: filtered ? [{ field: 1, hash: filterHash(0) }] : null,
        });
        const expected = [...known]
          .filter(([, { topic }]) => !filtered || topic === 0)
          .map(([, { vector }]) => scoreOf(query, vector))
          .sort((a, b) => b - a)
          .slice(0, limit);
        expect(found.map(({ score }) => score)).toEqual(expected);
        expect(new Set(found.map(({ documentId }) => documentId)).size).toBe(expected.length);
        for (const { documentId, score } of found) {
          const row = known.get(documentId);
          expect(row && scoreOf(query, row.vector)).toBe(score);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("keeps vectors and filter values as it grows", () => {
    const matrix = new VectorMatrix(1, 1);
    const vector = new Uint8Array(Float32Array.of(1).buffer);
    const rows = 3_000;
    for (let row = 0; row < rows; row++)
      matrix.set(`d${row}`, { vector, filters: filterHash(row < 3 ? "first" : "other") });
    const anyOf = [{ field: 0, hash: filterHash("first") }];
    const found = matrix.search({ vector: Float32Array.of(1), limit: 10, anyOf });
    expect(found.map(({ documentId }) => documentId).toSorted()).toEqual(["d0", "d1", "d2"]);
    const all = matrix.search({ vector: Float32Array.of(1), limit: rows, anyOf: null });
    expect(new Set(all.map(({ documentId }) => documentId)).size).toBe(rows);
  });

  it("ranks a zero vector above vectors that point away from the query", () => {
    const matrix = new VectorMatrix(2, 0);
    for (const [id, vector] of [
      ["away", [-1, 0]],
      ["zero", [0, 0]],
    ] as const)
      matrix.set(id, {
        vector: new Uint8Array(Float32Array.from(vector).buffer),
        filters: new Uint8Array(),
      });
    const found = matrix.search({ vector: Float32Array.of(1, 0), limit: 2, anyOf: null });
    expect(found).toEqual([
      { documentId: "zero", score: 0 },
      { documentId: "away", score: -1 },
    ]);
  });

  it("refuses vectors that exceed 4 GiB", () => {
    // The memory has room for the query and three rows of 1 GiB.
    const matrix = new VectorMatrix(2 ** 28, 0);
    const row = { vector: new Uint8Array(), filters: new Uint8Array() };
    for (const id of ["d0", "d1", "d2"]) matrix.set(id, row);
    expect(() => matrix.set("d3", row)).toThrow(
      "A vector index with 3 vectors has no memory for another one.",
    );
    expect(matrix.size).toBe(3);
  });
});
