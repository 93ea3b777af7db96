import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantiateKernel, kernelMemory, paddedLength } from "./kernel";

const element = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1000);

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

describe("the vector kernel", () => {
  it("computes the dot products of the rows it is given, for any number of dimensions", () => {
    const vectors = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
      fc.array(fc.array(element, { minLength: dimensions, maxLength: dimensions }), {
        minLength: 2,
        maxLength: 12,
      }),
    );
    fc.assert(
      fc.property(vectors, fc.infiniteStream(fc.nat()), ([query = [], ...matrix], numbers) => {
        const memory = kernelMemory();
        const dotProducts = instantiateKernel(memory);
        const floats = paddedLength(query.length);
        const rows = [...numbers.take(16)].map((number) => number % matrix.length);
        const [rowsAt, scoresAt, vectorsAt] = [4 * floats, 4 * floats + 64, 4 * floats + 128];
        new Float32Array(memory.buffer, 0, floats).set(query);
        new Uint32Array(memory.buffer, rowsAt, rows.length).set(rows);
        for (const [row, vector] of matrix.entries())
          new Float32Array(memory.buffer, vectorsAt + row * 4 * floats, floats).set(vector);
        dotProducts(0, vectorsAt, 4 * floats, rowsAt, rows.length, scoresAt);
        const scores = [...new Float32Array(memory.buffer, scoresAt, rows.length)];
        for (const [i, row] of rows.entries())
          expect(scores[i]).toBeCloseTo(dot(query, matrix[row] ?? []), 4);
      }),
    );
  });
});
