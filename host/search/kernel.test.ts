import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KernelRows, paddedLength } from "./kernel";
import { FLOATS } from "./kernelModules";

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
        const bytes = 4 * paddedLength(query.length);
        const batch = Uint32Array.from(numbers.take(16), (number) => number % matrix.length);
        const rows = new KernelRows(FLOATS, bytes, bytes, batch.length);
        rows.reserve(matrix.length);
        new Float32Array(rows.buffer, 0).set(query);
        for (const [row, vector] of matrix.entries()) new Float32Array(rows.buffer, rows.at(row)).set(vector);
        const scores = new Float32Array(rows.buffer, rows.score(batch), batch.length);
        for (const [i, row] of batch.entries())
          expect(scores[i]).toBeCloseTo(dot(query, matrix[row] ?? []), 4);
      }),
    );
  });
});
