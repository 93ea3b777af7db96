import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairSimilarity, profileOf } from "../../../mind/ranking/lexical";
import { subjectShare, subjectSimilarity } from "./sharedSubject";

const share = (a: string, b: string) => subjectShare(profileOf(a), profileOf(b));
const evenly = () => 1;

describe("what two texts share", () => {
  test.each([
    ["The printer needs paper.", "Please bring paper."],
    ["Ana feeds the goat.", "The goat escaped."],
    ["猫が好きです。", "猫を飼う。"],
  ])("is a subject: %s %s", (a, b) => {
    expect(share(a, b)).toBe(1);
  });

  test.each([
    ["I need a visa today.", "Today they need rain."],
    ["Two nights, please.", "Please call."],
    ["Room 12 is cold.", "The train leaves from platform 12."],
    ["The goat sleeps.", "A visa is stamped."],
  ])("is chance or nothing: %s %s", (a, b) => {
    expect(share(a, b)).toBeLessThan(1);
  });

  test("counts the same both ways, and never makes a likeness greater", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), fc.lorem({ maxCount: 12 }), (a, b) => {
        const [p, q] = [profileOf(a), profileOf(b)];
        const similarity = subjectSimilarity(p, q, evenly);
        expect(similarity).toBeCloseTo(subjectSimilarity(q, p, evenly));
        expect(similarity).toBeLessThanOrEqual(pairSimilarity(p, q, evenly));
        expect(similarity).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
