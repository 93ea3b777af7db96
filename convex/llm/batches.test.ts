/** Truncation and batches of any texts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { batchSize, truncateText } from "./batches";

const text = fc.string({ unit: codePoint, maxLength: 40 });

describe("a text", () => {
  test("is truncated at a code point", () => {
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

  test("loses half of an emoji at the end", () => {
    expect(truncateText("gull 🐦", 6)).toBe("gull ");
    expect(truncateText("gull 🐦", 7)).toBe("gull 🐦");
  });
});

describe("a batch", () => {
  test("has as many texts as fit, and at least one", () => {
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

  test("of no texts is empty", () => {
    expect(batchSize([], 10)).toBe(0);
  });
});
