import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerSimilarity, baselineCosine, cosineOf, meaningSimilarity, questionCosines } from "./meaning";

const cosine = () => fc.double({ min: -1, max: 1, noNaN: true });

describe("similarity in meaning", () => {
  test("is the cosine in a model with a low baseline, and 0 for a negative one", () => {
    for (const baseline of [-0.1, 0, 0.1]) {
      expect(meaningSimilarity(0.4, baseline)).toBeCloseTo(0.4);
      expect(meaningSimilarity(-0.8, baseline)).toBe(0);
    }
  });

  test("has the same scale in a model with a high baseline", () => {
    fc.assert(
      fc.property(cosine(), fc.double({ min: 0, max: 0.88, noNaN: true }), (of, common) => {
        // Every vector has a part in common with all others: so every cosine is raised, the baseline too.
        const raised = (own: number) => common + (1 - common) * own;
        expect(meaningSimilarity(raised(of), raised(0.1))).toBeCloseTo(meaningSimilarity(of, 0.1), 6);
      }),
    );
  });

  test("is the cosine if a provider returns nearly the same vector for all texts", () => {
    for (const baseline of [0.95, 1]) expect(meaningSimilarity(0.6, baseline)).toBeCloseTo(0.6);
  });

  test("grows with the cosine and is 0 to 1 in any model, and 1 for the same text", () => {
    fc.assert(
      fc.property(cosine(), cosine(), cosine(), (a, b, baseline) => {
        const less = meaningSimilarity(Math.min(a, b), baseline);
        const more = meaningSimilarity(Math.max(a, b), baseline);
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(1);
        expect(less).toBeLessThanOrEqual(more);
        expect(meaningSimilarity(1, baseline)).toBe(1);
      }),
    );
  });
});

describe("the baseline", () => {
  test("is the mean cosine of all pairs", () => {
    expect(
      baselineCosine([
        [1, 0],
        [0, 1],
        [1, 1],
      ]),
    ).toBeCloseTo(Math.SQRT2 / 3);
    expect(baselineCosine([[1, 0]])).toBe(0);
  });

  test("ignores vectors of different widths and zero vectors", () => {
    expect(cosineOf([1, 0], [1])).toBeNull();
    expect(cosineOf([1, 0], [0, 0])).toBeNull();
  });
});

test("a question's meaning is 0 for what is unrelated and the same for answers in every model", () => {
  // Vectors of two dimensions at these angles to a question of their own.
  const at = (cosine: number) => [cosine, Math.sqrt(1 - cosine ** 2)];
  for (const { answering, unrelated } of [
    { answering: 0.7, unrelated: 0.05 },
    { answering: 0.86, unrelated: 0.72 },
  ]) {
    const similarity = (cosine: number) => answerSimilarity(cosine, { answering, unrelated });
    expect(similarity(unrelated)).toBe(0);
    expect(similarity(unrelated - 0.1)).toBe(0);
    expect(similarity(answering)).toBeCloseTo(0.7);
    expect(similarity((answering + unrelated) / 2)).toBeCloseTo(0.35);
    expect(similarity(1)).toBeCloseTo(1);
  }
  expect(questionCosines([[1, 0]], [at(0.6)])).toMatchObject({ unrelated: 0 });
  expect(questionCosines([[1, 0]], [at(0.6)])?.answering).toBeCloseTo(0.6);
  expect(questionCosines([at(0.5), at(0.5)], [at(0.5), at(0.5)])).toBeNull();
  expect(questionCosines([], [])).toBeNull();
});
