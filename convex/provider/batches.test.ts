/** Cutting and grouping texts, for any texts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { batchesOf, cutText, MAX_TEXT_LENGTH } from "./batches";
import { codePoint } from "../../test/support/codePoint";

const text = fc.string({ unit: codePoint, maxLength: 40 });

describe("a text", () => {
  test("is cut to its beginning, never within a code point", () => {
    fc.assert(
      fc.property(text, fc.nat(40), (whole, length) => {
        const cut = cutText(whole, length);
        expect(whole.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(length);
        const points = [...whole];
        expect([...cut]).toEqual(points.slice(0, [...cut].length));
        const next = points[[...cut].length];
        expect(next === undefined || cut.length + next.length > length).toBe(true);
      }),
    );
  });

  test("loses the half of an emoji that would remain", () => {
    expect(cutText("gull 🐦", 6)).toBe("gull ");
    expect(cutText("gull 🐦", 7)).toBe("gull 🐦");
  });
});

describe("batches", () => {
  test("hold every text once, in order, 32 and 64,000 characters at most", () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 100 });
    fc.assert(
      fc.property(lengths, (given) => {
        const texts = given.map((length) => "x".repeat(length));
        const batches = batchesOf(texts);
        expect(batches.flat()).toEqual(texts.map((whole) => whole.slice(0, MAX_TEXT_LENGTH)));
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(32);
          expect(batch.join("").length).toBeLessThanOrEqual(64_000);
        }
        // A batch ends only where the next text has no room in it.
        for (const [i, [next = ""]] of batches.slice(1).entries()) {
          const before = batches[i] ?? [];
          expect(before.length === 32 || before.join("").length + next.length > 64_000).toBe(true);
        }
      }),
    );
  });

  test("are none for no texts", () => {
    expect(batchesOf([])).toEqual([]);
  });
});
