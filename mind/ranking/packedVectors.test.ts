import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vectorBytes, cosineWith, packVector, unpacked, vectorOf } from "./packedVectors";

const component = fc.double({ min: -1, max: 1, noNaN: true });
const vectors = fc.integer({ min: 1, max: 64 }).chain((length) => {
  const vector = fc.array(component, { minLength: length, maxLength: length });
  return fc.tuple(vector, vector).filter((pair) => pair.every((of) => Math.hypot(...of) > 0.01));
});

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}

describe("a packed vector", () => {
  test("has the cosine of the vector, to a ten-thousandth", () => {
    fc.assert(
      fc.property(vectors, ([a, b]) => {
        expect(Math.abs(cosineWith(a)(packVector(b)) - cosine(a, b))).toBeLessThan(1e-4);
        expect(cosineWith(b)(packVector(b))).toBeGreaterThan(1 - 1e-6);
      }),
    );
  });

  test("takes two bytes per component, and none for trailing zeros", () => {
    expect(packVector([0.6, -0.8, 0, 0]).byteLength).toBe(4);
    expect(cosineWith([0.6, -0.8, 0, 0])(packVector([0.6, -0.8, 0, 0]))).toBeCloseTo(1, 6);
  });

  test("unpacks to its direction at its original width", () => {
    fc.assert(
      fc.property(vectors, ([vector]) => {
        const again = unpacked(packVector(vector), vector.length);
        expect(again).toHaveLength(vector.length);
        expect(cosine(again, vector)).toBeGreaterThan(1 - 1e-6);
      }),
    );
  });

  test("has cosine 0 with everything if it is zero", () => {
    expect(cosineWith([1, 0])(packVector([0, 0]))).toBe(0);
    expect(cosineWith([0, 0])(packVector([1, 0]))).toBe(0);
  });
});

test("vectorBytes keeps 32-bit floats exactly", () => {
  fc.assert(
    fc.property(vectors, ([vector]) => {
      const bytes = vectorBytes(vector);
      expect(bytes.byteLength).toBe(4 * vector.length);
      expect(vectorOf(bytes)).toEqual(vector.map(Math.fround));
    }),
  );
});
