import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TopMatches } from "./topMatches";

describe("TopMatches", () => {
  it("keeps the items that a stable sort puts first", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 20 })),
        fc.integer({ min: 1, max: 12 }),
        (scores, limit) => {
          const top = new TopMatches(limit);
          for (const [item, score] of scores.entries()) if (score > top.threshold) top.add(item, score);
          const sorted = scores.map((score, item) => ({ item, score })).sort((a, b) => b.score - a.score);
          expect(top.best).toEqual(sorted.slice(0, limit));
          expect(top.threshold).toBe(sorted[limit - 1]?.score ?? -Infinity);
        },
      ),
    );
  });
});
