import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contributionsOf,
  PARTS,
  recencyOf,
  RECENCY_HALF_LIFE_MS,
  RELEVANCE_WEIGHTS,
  relevanceOf,
  repetitionOf,
} from "../../../mind/ranking/relevance";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const parts = fc.record({ similarity: unit, context: unit, recency: unit, importance: unit, salience: unit });
/** Some of the similarity, seldom nothing. */
const found = fc.tuple(parts, unit).map(([of, share]) => ({ ...of, meaningAlone: share * of.similarity }));

describe("relevanceOf", () => {
  test("is a mean: its weights add up to 1, and all parts at 1 make 1", () => {
    const sum = Object.values(RELEVANCE_WEIGHTS).reduce((total, weight) => total + weight, 0);
    expect(sum).toBeCloseTo(1);
    expect(relevanceOf({ similarity: 1, context: 0, recency: 1, importance: 1, salience: 1 })).toBeCloseTo(1);
  });

  test("is from 0 to 1 and never falls as a part grows", () => {
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom("similarity", "context", "recency", "importance", "salience"),
        unit,
        (of, key, value) => {
          const relevance = relevanceOf(of);
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
          if (value >= of[key])
            expect(relevanceOf({ ...of, [key]: value })).toBeGreaterThanOrEqual(relevance - 1e-15);
        },
      ),
    );
  });

  test("is what its parts contribute, each its value times its weight", () => {
    fc.assert(
      fc.property(parts, (of) => {
        const contributions = contributionsOf(of);
        const sum = PARTS.reduce((total, part) => total + contributions[part].contribution, 0);
        expect(relevanceOf(of)).toBeCloseTo(sum, 14);
        expect(Object.keys(contributions)).toEqual([...PARTS]);
        for (const { value, weight, contribution } of Object.values(contributions))
          expect(contribution).toBe(value * weight);
      }),
    );
  });
});

describe("what meaning alone vouches for", () => {
  test("counts for nothing in the order, and the parts still add up", () => {
    fc.assert(
      fc.property(found, (of) => {
        const { meaningAlone, ...without } = of;
        const left = relevanceOf({ ...without, similarity: of.similarity - meaningAlone });
        expect(relevanceOf(of)).toBeCloseTo(left, 12);
        const sum = Object.values(contributionsOf(of)).reduce(
          (total, { contribution }) => total + contribution,
          0,
        );
        expect(relevanceOf(of)).toBeCloseTo(sum, 12);
      }),
    );
  });
});

describe("a repetition", () => {
  const standing = fc.record({ match: unit, relevance: unit });

  test("puts a reflection under every memory it rests on that answers nearly as well, and under no other", () => {
    fc.assert(
      fc.property(standing, fc.array(standing, { maxLength: 4 }), (reflection, restsOn) => {
        const left = reflection.relevance - repetitionOf(reflection, restsOn);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(reflection.relevance);
        const equals = restsOn.filter(({ match }) => match >= 0.8 * reflection.match);
        for (const { relevance } of equals) expect(left).toBeLessThanOrEqual(relevance);
        if (equals.every(({ relevance }) => relevance > reflection.relevance))
          expect(left).toBe(reflection.relevance);
      }),
    );
  });

  test("is taken from the relevance, and is one of its parts", () => {
    const of = { similarity: 0.5, context: 0.1, recency: 1, importance: 0.5, salience: 0.5 };
    const taken = relevanceOf({ ...of, repetition: 0.1 });
    expect(taken).toBeCloseTo(relevanceOf(of) - 0.1);
    expect(contributionsOf({ ...of, repetition: 0.1 }).repetition).toEqual({
      value: 0.1,
      weight: -1,
      contribution: -0.1,
    });
    expect(contributionsOf({ ...of, repetition: 0 })).toEqual(contributionsOf(of));
  });
});

describe("recencyOf", () => {
  test("is 1 now, a half after the half-life, and falls towards 0", () => {
    expect(recencyOf(0)).toBe(1);
    expect(recencyOf(RECENCY_HALF_LIFE_MS)).toBeCloseTo(0.5);
    expect(recencyOf(-5)).toBe(1);
    expect(recencyOf(100 * RECENCY_HALF_LIFE_MS)).toBeLessThan(1e-9);
  });
});
