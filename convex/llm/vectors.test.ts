/** Embedding responses and stored vectors. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storedVector, vectorsFrom, WIDTH } from "./vectors";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const vector = fc
  .array(finite, { minLength: 1, maxLength: 12 })
  .filter((values) => values.some((value) => value !== 0));

function norm(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

function base64(floats: readonly number[]): string {
  const bytes = new Uint8Array(new Float32Array(floats).buffer);
  return btoa(String.fromCharCode(...bytes));
}

function response(...embeddings: unknown[]): object {
  return { data: embeddings.map((embedding, index) => ({ object: "embedding", index, embedding })) };
}

describe("a stored vector", () => {
  test("has unit length and full width for numbers of any size", () => {
    fc.assert(
      fc.property(vector, (values) => {
        const stored = storedVector(values);
        expect(stored).toHaveLength(WIDTH);
        expect(stored.every(Number.isFinite)).toBe(true);
        expect(norm(stored)).toBeCloseTo(1, 7);
        expect(stored.slice(values.length).every((value) => value === 0)).toBe(true);
      }),
    );
  });

  test("keeps its direction", () => {
    expect(storedVector([3, -4]).slice(0, 3)).toEqual([0.6, -0.8, 0]);
  });
});

describe("a response", () => {
  test("is ordered by its indexes", () => {
    const data = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ];
    expect(vectorsFrom({ data }, 2)).toEqual({
      kind: "vectors",
      vectors: [
        [1, 0],
        [0, 1],
      ],
      width: 2,
    });
  });

  test("keeps its order without indexes", () => {
    const data = [{ embedding: [1, 0] }, { embedding: [0, 1] }];
    expect(vectorsFrom({ data }, 2)).toMatchObject({
      vectors: [
        [1, 0],
        [0, 1],
      ],
    });
  });

  test("may be base64", () => {
    expect(vectorsFrom(response(base64([0.5, -2])), 1)).toEqual({
      kind: "vectors",
      vectors: [[0.5, -2]],
      width: 2,
    });
  });

  test.each([
    ["no list", { object: "list" }, "was no list of embeddings"],
    ["too few", response([1, 0]), "sent 1 vectors for 2 texts"],
    ["too many", response([1], [1], [1]), "sent 3 vectors for 2 texts"],
    ["widths that differ", response([1, 0], [1]), "different widths"],
    [
      "an index twice",
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [2] },
        ],
      },
      "repeated indexes",
    ],
  ])("is unusable with %s", (_, body, reason) => {
    expect(vectorsFrom(body, 2)).toMatchObject({
      kind: "unusable",
      reason: expect.stringContaining(reason) as string,
      blamesInput: false,
    });
  });

  test.each([
    ["zeros", [0, 0]],
    ["nothing", []],
    ["null, as JSON writes what is no number", [1, null]],
    ["infinity", [1, 1e999]],
    ["numbers as text", [1, "2"]],
    ["text that is no base64", "not base64!"],
    ["half a float", btoa("abc")],
    ["NaN in base64", base64([1, Number.NaN])],
  ])("blames the text for a vector of %s", (_, embedding) => {
    expect(vectorsFrom(response([1, 0], embedding), 2)).toMatchObject({
      kind: "unusable",
      blamesInput: true,
    });
  });
});
