import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { likenessesTo } from "./similarity";

const likeness = (a: string, b: string): number => likenessesTo(a, [b])[0] ?? Number.NaN;
const text = fc.string({ unit: "grapheme", maxLength: 80 });

describe("the likeness of two texts", () => {
  test("is symmetric and from 0 to 1", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const similarity = likeness(a, b);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(similarity).toBe(likeness(b, a));
      }),
    );
  });

  test("is 1 for the same words, whatever their case, form and punctuation", () => {
    expect(likeness("Café, déjà vu!", "CAFE\u0301 de\u0301ja\u0300 vu")).toBeCloseTo(1);
  });

  test("is 0 where nothing is shared, and where there are no words", () => {
    expect(likeness("blue whale", "tax form")).toBe(0);
    expect(likeness("", "")).toBe(0);
    expect(likeness("!!!", "???")).toBe(0);
  });

  test("ranks inflections above strangers, in scripts without spaces too", () => {
    expect(likeness("she links memories", "linking a memory")).toBeGreaterThan(
      likeness("she links memories", "bread and butter"),
    );
    expect(likeness("東京で会議があります", "東京で会議がありました")).toBeGreaterThan(0.3);
  });
});
