import fc from "fast-check";
import { expect, test } from "vitest";
import { fused, meaningInContext, similarityOf } from "./similarity";

const share = fc.double({ min: 0, max: 1, noNaN: true });
/** Of a text with a word in common. */
const word = fc.double({ min: 0.001, max: 1, noNaN: true });

test("similarity is monotone, with and without a vector, and keeps 0 and 1", () => {
  for (const extreme of [0, 1]) {
    expect(similarityOf(extreme, null)).toBe(extreme);
    expect(similarityOf(extreme, extreme)).toBe(extreme);
  }
  fc.assert(
    fc.property(word, word, fc.option(share), share, (a, b, meaning, kept) => {
      const [less, more] = [similarityOf(Math.min(a, b), meaning), similarityOf(Math.max(a, b), meaning)];
      expect(less).toBeGreaterThanOrEqual(0);
      expect(more).toBeLessThanOrEqual(1);
      expect(less).toBeLessThanOrEqual(more);
      expect(similarityOf(a, meaning, kept)).toBeLessThanOrEqual(similarityOf(a, meaning));
    }),
  );
});

test("a closer adjacent text lifts a text's meaning, but not to its own", () => {
  expect(meaningInContext(null, [0.9])).toBeNull();
  expect(meaningInContext(0.5, [0.2, null])).toBe(0.5);
  const lifted = meaningInContext(0.2, [0.7, 0.1]) ?? 0;
  expect(lifted).toBeGreaterThan(0.2);
  expect(lifted).toBeLessThan(0.7);
});

test("words and meaning are combined, and words alone count without a vector", () => {
  fc.assert(
    fc.property(share, share, (words, meaning) => {
      expect(fused(words, null)).toBe(words);
      expect(fused(words, meaning)).toBeGreaterThanOrEqual(Math.min(words, meaning) - 1e-15);
      expect(fused(words, meaning)).toBeLessThanOrEqual(Math.max(words, meaning) + 1e-15);
    }),
  );
});

test("an answer without a word in common is found by its meaning, a text that is hardly related is not", () => {
  expect(similarityOf(0, 0.55)).toBeGreaterThan(0.6);
  expect(similarityOf(0, 0.4)).toBeLessThan(0.6);
  expect(similarityOf(0.01, 0.6)).toBeGreaterThan(0.6);
});
