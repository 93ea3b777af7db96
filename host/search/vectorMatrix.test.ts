/** Whether the rows found are those of the greatest scores, whatever the sketches of the vectors can't tell apart. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { filterHash } from "./filterHash";
import { KernelRows, paddedLength } from "./kernel";
import { unitVector } from "./vectorIndex";
import { VectorMatrix } from "./vectorMatrix";

/** More than are scored before the sketches are asked. */
const MOST_ROWS = 700;

/** The numbers that the kernel adds up side by side: eight registers of four. */
const SUMS = 32;

/** The score as the kernel computes it: sums of floats side by side, rounded at each step, then added up themselves. */
function scoreOf(a: Float32Array, b: Float32Array): number {
  const sums = new Float32Array(SUMS);
  for (let at = 0; at < paddedLength(a.length); at++) {
    const product = Math.fround((a[at] ?? 0) * (b[at] ?? 0));
    sums[at % SUMS] = (sums[at % SUMS] ?? 0) + product;
  }
  const lanes = sums.slice(0, 4);
  for (let at = 4; at < SUMS; at++) lanes[at % 4] = (lanes[at % 4] ?? 0) + (sums[at] ?? 0);
  const [first = 0, second = 0, third = 0, fourth = 0] = lanes;
  return Math.fround(Math.fround(first + second) + Math.fround(third + fourth));
}

/** Vectors about a few centres, as far from them as `spread` says: 0 makes copies. */
function vectorsOf(dimensions: number, rows: number, spread: number, random: () => number): Float32Array[] {
  const centres = Array.from({ length: 3 }, () => Array.from({ length: dimensions }, () => random() - 0.5));
  return Array.from({ length: rows }, (_, row) => {
    const centre = centres[row % centres.length] ?? [];
    const isZero = random() < 0.02;
    const vector = unitVector(centre.map((part) => (isZero ? 0 : part + (random() - 0.5) * spread)));
    if (vector === null) throw new Error("All of its numbers are finite.");
    return vector;
  });
}

const cases = fc.record({
  dimensions: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(600)),
  rows: fc.integer({ min: 0, max: MOST_ROWS }),
  spread: fc.constantFrom(0, 1e-7, 1e-5, 1e-3, 0.1, 1),
  limit: fc.integer({ min: 1, max: 40 }),
  removed: fc.integer({ min: 0, max: 30 }),
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

describe("a matrix of vectors", () => {
  it("finds what brute force finds: near-equal vectors, copies, zeros, filters and removed rows among them", () => {
    fc.assert(
      fc.property(cases, ({ dimensions, rows, spread, limit, removed, topics, filtered, seed }) => {
        const random = generator(seed);
        const matrix = new VectorMatrix(dimensions, 2);
        const known = new Map<string, { vector: Float32Array; topic: number }>();
        const [query = new Float32Array(dimensions), ...vectors] = vectorsOf(
          dimensions,
          rows + 1,
          spread,
          random,
        );
        for (const [row, vector] of vectors.entries()) {
          const topic = row % topics;
          known.set(`d${row}`, { vector, topic });
          const filters = Buffer.concat([filterHash(row), filterHash(topic)]);
          matrix.set(`d${row}`, { vector: new Uint8Array(vector.buffer), filters });
        }
        for (let n = 0; n < removed && rows > 0; n++) {
          const id = `d${Math.floor(random() * rows)}`;
          known.delete(id);
          matrix.delete(id);
        }
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
      { numRuns: 60 },
    );
  });

  it("keeps what its first rows are filtered by however many come after them", () => {
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

  /** A matrix without filters of these vectors, by their places. */
  function matrixOf(vectors: readonly (readonly number[])[]): VectorMatrix {
    const matrix = new VectorMatrix(vectors[0]?.length ?? 0, 0);
    for (const [row, numbers] of vectors.entries()) {
      const vector = unitVector(numbers) ?? new Float32Array();
      matrix.set(`d${row}`, { vector: new Uint8Array(vector.buffer), filters: new Uint8Array() });
    }
    return matrix;
  }
  const nearest = (matrix: VectorMatrix, numbers: readonly number[]) =>
    matrix
      .search({ vector: unitVector(numbers) ?? new Float32Array(), limit: 1, anyOf: null })
      .map(({ documentId }) => documentId);
  /** As many as are scored before the sketches are asked. */
  const first = (vector: readonly number[]) => Array.from({ length: 128 }, () => vector);

  it("finds a vector of many numbers that are all alike, whose products have the greatest sum", () => {
    for (const dimensions of [64, 1_536]) {
      const alike = new Array<number>(dimensions).fill(1);
      const half = alike.map((one, at) => (at % 2 === 0 ? one : 0));
      expect(nearest(matrixOf([...first(half), alike]), alike)).toEqual(["d128"]);
    }
  });

  it("knows of a row that moved how far its sketch is from it", () => {
    const single = Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0));
    // All but the first number are so small that its sketch has zeros for them.
    const small = single.map((one) => (one === 0 ? 0.0037 : one));
    const smaller = single.map((one) => (one === 0 ? 0.002 : one));
    const query = single.map((one) => 1 - one);
    const matrix = matrixOf([...first(smaller), single, small]);
    matrix.delete("d128");
    expect(nearest(matrix, query)).toEqual(["d129"]);
  });

  it("knows how far the sketch of the vector asked about is from it", () => {
    const single = (place: number) => Array.from({ length: 32 }, (_, at) => (at === place ? 1 : 0));
    // Rounded as in its sketch, the second and the third of these numbers are the same, and less than both.
    const query = Array.from({ length: 32 }, (_, at) => [32_767, 1_000.49, 1_000.45][at] ?? 0);
    expect(nearest(matrixOf([...first(single(2)), single(1)]), query)).toEqual(["d128"]);
  });

  it("finds a vector of length zero where all others point away", () => {
    expect(nearest(matrixOf([...first([-1, 0]), [0, 0]]), [1, 0])).toEqual(["d128"]);
  });

  it("asks for the exact scores of few", () => {
    const random = generator(7);
    const [query = new Float32Array(), ...vectors] = vectorsOf(40, 2_000, 1, random);
    const matrix = new VectorMatrix(40, 0);
    for (const [row, vector] of vectors.entries())
      matrix.set(`d${row}`, { vector: new Uint8Array(vector.buffer), filters: new Uint8Array() });
    const score = vi.spyOn(KernelRows.prototype, "score");
    matrix.search({ vector: query, limit: 10, anyOf: null });
    const exact = score.mock.calls.filter((_, call) => {
      const rows: unknown = score.mock.contexts[call];
      return rows instanceof KernelRows && rows.bytes === 4 * paddedLength(40);
    });
    score.mockRestore();
    expect(exact.reduce((sum, [rows]) => sum + rows.length, 0)).toBeLessThan(400);
  });
});
