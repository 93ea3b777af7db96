import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idfOf } from "./idf";

describe("idfOf", () => {
  test("weighs a rare term above a common one", () => {
    const idf = idfOf(1000, (term) => (term === "rarely" ? 2 : 500));
    expect(idf("rarely")).toBeGreaterThan(idf("common"));
  });

  test("treats long words as rarer than short ones before any text is stored", () => {
    const idf = idfOf(0, () => 0);
    expect(idf("photosynthesi")).toBeGreaterThan(idf("go"));
  });

  test("is finite, greater than 0, and falls as more texts contain the term, for any counts", () => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.nat(1e6),
        fc.nat(1e6),
        fc.string({ maxLength: 12 }),
        (texts, few, more, term) => {
          const [rare, common] = [Math.min(few, more), Math.max(few, more)].map((count) =>
            idfOf(texts, () => count)(term),
          );
          expect(common).toBeGreaterThan(0);
          expect(rare).toBeLessThan(20);
          expect(rare).toBeGreaterThanOrEqual(common ?? 0);
        },
      ),
    );
  });
});
