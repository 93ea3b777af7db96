import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNCOUNTED } from "../ranking/idf";
import { comparedTerms, REPEATED, thoughtSimilarity, wordSimilarity } from "./novelty";

const similarity = (a: string, b: string) => wordSimilarity(comparedTerms(a), comparedTerms(b), UNCOUNTED);
const text = fc.string({ maxLength: 80, unit: "grapheme" });

describe("the similarity of two thoughts", () => {
  test("is symmetric, 0 to 1, and 1 for equal words", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(similarity(a, b)).toBeCloseTo(similarity(b, a), 10);
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
        if (comparedTerms(a).size > 0) expect(similarity(a, a)).toBe(1);
      }),
    );
  });

  test("is a half with two of three parts in common, below a repetition", () => {
    const [storm, fish, boat, mill] = [
      "storm closed harbour",
      "price haddock climb",
      "sister paint vessel",
      "brother burn mill",
    ];
    const half = similarity(`${storm} ${fish} ${boat}`, `${storm} ${fish} ${mill}`);
    expect(half).toBeCloseTo(0.5, 1);
    expect(half).toBeLessThan(REPEATED);
  });

  test("averages words and meaning where there are vectors", () => {
    expect(thoughtSimilarity(0.4, null)).toBe(0.4);
    expect(thoughtSimilarity(0.4, 1)).toBeCloseTo(0.7, 10);
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (words, meaning) => {
          expect(thoughtSimilarity(words, meaning)).toBeGreaterThanOrEqual(0);
          expect(thoughtSimilarity(words, meaning)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
