/** Queries of the text index. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { indexQuery } from "./textIndex";

it("a query splits terms as the index does, and ends with a word that matches nothing", () => {
  expect(indexQuery(["ferry", "1.5", "2026-05-20"])).toMatch(/^ferry 1 5 2026 05 20 [0qz]+$/);
  expect(indexQuery([])).toBeNull();
  expect(indexQuery(["…"])).toBeNull();
});

it("a query has at most as many words as the index takes", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("ferry", "1.5", "渡船", "9:30:15"), { minLength: 1 }), (terms) => {
      const words = indexQuery(terms)?.split(" ") ?? [];
      expect(words.length).toBeGreaterThan(1);
      expect(words.length).toBeLessThanOrEqual(16);
    }),
  );
});
