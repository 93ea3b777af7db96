import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPart } from "./bestPart";

const text =
  "The pier was built in 1911. Bread needs rye flour. The lamp burns oil. Gannets nest on the cliff.";

test("a short text is quoted whole", () => {
  expect(bestPart(text, "lamp", 200)).toBe(text);
});

test("of a longer one the sentence that says most of what was asked", () => {
  expect(bestPart(text, "What does the lamp burn?", 30)).toBe("The lamp burns oil.");
});

test("sentences are quoted together where they answer together", () => {
  expect(bestPart(text, "rye and oil", 60)).toBe("Bread needs rye flour. The lamp burns oil.");
});

test("the part is of bounded length but for one long sentence, whatever is asked", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.integer({ min: 30, max: 90 }), (query, most) => {
      const part = bestPart(text, query, most);
      expect(text).toContain(part);
      expect(part.length).toBeLessThanOrEqual(most);
    }),
  );
});
