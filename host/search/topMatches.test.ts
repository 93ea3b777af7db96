import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TopMatches } from "./topMatches";

describe("the best of many scores", () => {
  it("are those that a full sort would put first", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 20 })),
        fc.integer({ min: 1, max: 12 }),
        (scores, limit) => {
          const top = new TopMatches(limit);
          for (const [item, score] of scores.entries()) if (score > top.threshold) top.add(item, score);
          const found = top.best;
          const sorted = scores.toSorted((a, b) => b - a);
          expect(found.map(({ score }) => score)).toEqual(sorted.slice(0, limit));
          for (const { item, score } of found) expect(scores[item]).toBe(score);
          expect(new Set(found.map(({ item }) => item)).size).toBe(found.length);
        },
      ),
    );
  });
});
