import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seeded } from "../../test/support/random";
import { adjustedRand, auc, interval, macroF1, mean, pearson, ranks, spearman } from "./metrics";

describe("rank statistics", () => {
  test("give equal values the mean of their ranks", () => {
    expect(ranks([10, 20, 10, 5])).toEqual([1.5, 3, 1.5, 0]);
  });

  test("see a monotone relation as perfect, whatever its shape", () => {
    expect(spearman([1, 2, 3, 4], [1, 8, 27, 64])).toBeCloseTo(1);
    expect(pearson([1, 2, 3, 4], [1, 8, 27, 64])).toBeLessThan(1);
    expect(pearson([1, 1], [2, 3])).toBe(0);
  });

  test("count how often a positive scores above a negative", () => {
    expect(auc([0.9, 0.8, 0.1], [true, true, false])).toBe(1);
    expect(auc([0.5, 0.5], [true, false])).toBe(0.5);
    expect(auc([0.1, 0.9], [true, false])).toBe(0);
  });
});

describe("adjustedRand", () => {
  test("is 1 for the same partition under other names, and about 0 for one unrelated", () => {
    expect(adjustedRand(["a", "a", "b", "b"], ["x", "x", "y", "y"])).toBe(1);
    expect(adjustedRand(["a", "a", "b", "b"], ["x", "y", "x", "y"])).toBeCloseTo(-0.5);
  });
});

describe("macroF1", () => {
  test("weighs each class alike", () => {
    expect(macroF1(["a", "a", "a", "b"], ["a", "a", "a", "a"], ["a", "b"])).toBeCloseTo((6 / 7 + 0) / 2);
  });
});

describe("interval", () => {
  test("encloses the statistic's middle and is the same for the same seed", () => {
    const values = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 60, seed: 7 });
    const [low, high] = interval(values, mean, seeded(1));
    expect(low).toBeLessThan(mean(values));
    expect(high).toBeGreaterThan(mean(values));
    expect(interval(values, mean, seeded(1))).toEqual([low, high]);
  });
});
