import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contributionsOf,
  PARTS,
  recencyOf,
  RECENCY_HALF_LIFE_MS,
  RELEVANCE_WEIGHTS,
  relevanceOf,
} from "./relevance";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const parts = fc
  .record({ similarity: share, more: share, recency: share, importance: share, salience: share })
  .map(({ more, ...of }) => ({ ...of, context: more * (1 - of.similarity) }));

describe("relevance", () => {
  test("is a weighted mean: the weights add up to 1, and all parts at 1 give 1", () => {
    const sum = Object.values(RELEVANCE_WEIGHTS).reduce((total, weight) => total + weight, 0);
    expect(sum).toBeCloseTo(1);
    expect(relevanceOf({ similarity: 1, context: 0, recency: 1, importance: 1, salience: 1 })).toBeCloseTo(1);
  });

  test("is 0 to 1, never falls as a part grows, and equals the sum of its contributions", () => {
    fc.assert(
      fc.property(parts, fc.constantFrom(...PARTS), share, (of, part, value) => {
        const relevance = relevanceOf(of);
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
        if (value >= of[part])
          expect(relevanceOf({ ...of, [part]: value })).toBeGreaterThanOrEqual(relevance - 1e-15);
        const contributions = contributionsOf(of);
        expect(relevance).toBeCloseTo(
          PARTS.reduce((sum, name) => sum + contributions[name].contribution, 0),
          14,
        );
        for (const { value, weight, contribution } of Object.values(contributions))
          expect(contribution).toBe(value * weight);
      }),
    );
  });
});

test("recency halves with each half-life, and a future time counts as now", () => {
  expect(recencyOf(0)).toBe(1);
  expect(recencyOf(-1000)).toBe(1);
  expect(recencyOf(RECENCY_HALF_LIFE_MS)).toBeCloseTo(0.5);
});
