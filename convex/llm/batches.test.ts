/** Cutting and grouping texts, for any texts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { batchSize, truncateText } from "./batches";

const text = fc.string({ unit: codePoint, maxLength: 40 });

describe("a text", () => {
  test("is cut to its beginning, never within a code point", () => {
    fc.assert(
      fc.property(text, fc.nat(40), (whole, length) => {
        const cut = truncateText(whole, length);
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
    expect(truncateText("gull 🐦", 6)).toBe("gull ");
    expect(truncateText("gull 🐦", 7)).toBe("gull 🐦");
  });
});

describe("a batch", () => {
  test("holds as many texts as have room, and one at least", () => {
    const lengths = fc.array(fc.nat(90), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lengths, fc.nat(200), (given, most) => {
        const texts = given.map((length) => "x".repeat(length));
        const size = batchSize(texts, most);
        const length = (count: number) => texts.slice(0, count).join("").length;
        expect(size).toBeGreaterThan(0);
        expect(size === 1 || length(size) <= most).toBe(true);
        expect(size === texts.length || length(size + 1) > most).toBe(true);
      }),
    );
  });

  test("of no texts is none", () => {
    expect(batchSize([], 10)).toBe(0);
  });
});
