import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idfOf, UNCOUNTED } from "./idf";
import { profileFor, profileOf, tfIdfCosine } from "./lexical";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(fc.constantFrom("tea", "green", "Sarah", "likes", "the", "river", "12", "walks"), {
      maxLength: 12,
    })
    .map((words) => words.join(" ")),
);
const pair = (a: string, b: string) => tfIdfCosine(profileOf(a), profileOf(b), UNCOUNTED);

test("a restricted profile compares as the whole profile does", () => {
  const word = fc.constantFrom("tea", "river", "gannet", "pier", "bell", "boat", "rain", "loaf");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 50 }), fc.array(word, { maxLength: 4 }), (terms, other) => {
      const [whole, sought] = [profileOf(terms.join(" ")), profileOf(other.join(" "))];
      const part = profileFor(new Set(sought.counts.keys()), terms, 7);
      expect(part.length).toBe(terms.length);
      expect(tfIdfCosine(sought, part, UNCOUNTED)).toBeCloseTo(
        tfIdfCosine(sought, { ...whole, norm: 7 }, UNCOUNTED),
        12,
      );
    }),
  );
});

describe("tfIdfCosine", () => {
  test("is symmetric, 0 to 1, and 1 for equal texts with terms", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(pair(a, b)).toBeCloseTo(pair(b, a), 12);
        expect(pair(a, b)).toBeGreaterThanOrEqual(0);
        expect(pair(a, b)).toBeLessThanOrEqual(1);
        if (profileOf(a).length > 0) expect(pair(a, a)).toBeCloseTo(1);
      }),
    );
  });

  test("weighs rare words above common ones", () => {
    const known = idfOf(1000, (term) => (term === "meet" ? 600 : 3));
    const cosine = (a: string, b: string) => tfIdfCosine(profileOf(a), profileOf(b), known);
    expect(cosine("meeting about zeppelins", "zeppelins overhead")).toBeGreaterThan(
      cosine("meeting about zeppelins", "meeting overhead"),
    );
  });
});
