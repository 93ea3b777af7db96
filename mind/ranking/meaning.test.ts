import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alikeInMeaning, beyondUsual, cosineOf, strangersMean, usualMeaning } from "./meaning";

const cosine = () => fc.double({ min: -1, max: 1, noNaN: true });

describe("how alike in meaning two texts are", () => {
  test("is their cosine in a model of the usual kind, and a negative one is none at all", () => {
    for (const strangers of [-0.1, 0, 0.1]) {
      expect(alikeInMeaning(0.4, strangers)).toBeCloseTo(0.4);
      expect(alikeInMeaning(-0.8, strangers)).toBe(0);
    }
  });

  test("is the same in a model in which all texts are nearer to one another", () => {
    fc.assert(
      fc.property(cosine(), fc.double({ min: 0, max: 0.88, noNaN: true }), (of, common) => {
        // Every vector has a part in common with all others: so every cosine is raised, that of strangers too.
        const raised = (own: number) => common + (1 - common) * own;
        expect(alikeInMeaning(raised(of), raised(0.1))).toBeCloseTo(alikeInMeaning(of, 0.1), 6);
      }),
    );
  });

  test("is the cosine where a provider makes nearly one vector of all strangers, which is no model's way", () => {
    for (const strangers of [0.95, 1]) expect(alikeInMeaning(0.6, strangers)).toBeCloseTo(0.6);
  });

  test("grows with the cosine and is 0 to 1 in any model; the same text has 1", () => {
    fc.assert(
      fc.property(cosine(), cosine(), cosine(), (a, b, strangers) => {
        const [less, more] = [
          alikeInMeaning(Math.min(a, b), strangers),
          alikeInMeaning(Math.max(a, b), strangers),
        ];
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(1);
        expect(less).toBeLessThanOrEqual(more);
        expect(alikeInMeaning(1, strangers)).toBe(1);
      }),
    );
  });
});

describe("what is usual among those compared", () => {
  const share = () => fc.double({ min: 0, max: 1, noNaN: true });

  test("is their median, in any order, and nothing without vectors", () => {
    const many = Array.from({ length: 401 }, (_, i) => i / 1000);
    expect(usualMeaning(many)).toBeCloseTo(0.2, 1);
    expect(usualMeaning(many.toReversed())).toBe(usualMeaning(many));
    expect(usualMeaning([...many, null, null])).toBe(usualMeaning(many));
    expect(usualMeaning([])).toBe(0);
    expect(usualMeaning([null])).toBe(0);
  });

  test("is little while they are few: three that all answer don't make each other usual", () => {
    expect(usualMeaning([0.8, 0.8, 0.8])).toBeLessThan(0.15);
    expect(usualMeaning(Array.from({ length: 200 }, () => 0.8))).toBeGreaterThan(0.7);
  });

  test("is taken from a meaning, which stays 0 to 1, in its order, and whole where it is whole", () => {
    fc.assert(
      fc.property(share(), share(), share(), (a, b, usual) => {
        const [less, more] = [beyondUsual(Math.min(a, b), usual), beyondUsual(Math.max(a, b), usual)];
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(1);
        expect(less).toBeLessThanOrEqual(more);
        if (usual < 1) expect(beyondUsual(1, usual)).toBe(1);
        expect(beyondUsual(Math.min(a, usual), usual)).toBe(0);
        expect(beyondUsual(a, 0)).toBe(a);
      }),
    );
  });
});

describe("strangers", () => {
  test("have the mean cosine of all pairs", () => {
    expect(
      strangersMean([
        [1, 0],
        [0, 1],
        [1, 1],
      ]),
    ).toBeCloseTo(Math.SQRT2 / 3);
    expect(strangersMean([[1, 0]])).toBe(0);
  });

  test("of different widths can't be compared, nor what has no direction", () => {
    expect(cosineOf([1, 0], [1])).toBeNull();
    expect(cosineOf([1, 0], [0, 0])).toBeNull();
  });
});
