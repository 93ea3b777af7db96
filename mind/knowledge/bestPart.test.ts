import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPart } from "./bestPart";

const text =
  "The pier was built in 1911. Bread needs rye flour. The lamp burns oil. Gannets nest on the cliff.";

test("returns a short text whole", () => {
  expect(bestPart(text, "lamp", 200)).toBe(text);
});

test("returns the sentence with most terms of the query", () => {
  expect(bestPart(text, "What does the lamp burn?", 30)).toBe("The lamp burns oil.");
});

test("returns several sentences where they have more terms together", () => {
  expect(bestPart(text, "rye and oil", 60)).toBe("Bread needs rye flour. The lamp burns oil.");
});

test("is bounded in length, whatever the query", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.integer({ min: 30, max: 90 }), (query, most) => {
      const part = bestPart(text, query, most);
      expect(text).toContain(part);
      expect(part.length).toBeLessThanOrEqual(most);
    }),
  );
});
