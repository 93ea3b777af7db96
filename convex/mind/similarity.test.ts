import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lexicalSimilarity } from "./similarity";

const text = fc.string({ unit: "grapheme", maxLength: 80 });

describe("lexicalSimilarity", () => {
  test("is symmetric and from 0 to 1", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const similarity = lexicalSimilarity(a, b);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(similarity).toBe(lexicalSimilarity(b, a));
      }),
    );
  });

  test("is 1 for the same words, whatever their case, form and punctuation", () => {
    expect(lexicalSimilarity("Café, déjà vu!", "CAFE\u0301 de\u0301ja\u0300 vu")).toBeCloseTo(1);
  });

  test("is 0 where nothing is shared, and where there are no words", () => {
    expect(lexicalSimilarity("blue whale", "tax form")).toBe(0);
    expect(lexicalSimilarity("", "")).toBe(0);
    expect(lexicalSimilarity("!!!", "???")).toBe(0);
  });

  test("ranks inflections above strangers, in scripts without spaces too", () => {
    expect(lexicalSimilarity("she links memories", "linking a memory")).toBeGreaterThan(
      lexicalSimilarity("she links memories", "bread and butter"),
    );
    expect(lexicalSimilarity("東京で会議があります", "東京で会議がありました")).toBeGreaterThan(0.3);
  });
});
