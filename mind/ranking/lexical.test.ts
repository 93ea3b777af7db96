import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calibrated,
  coverage,
  pairSimilarity,
  profileInParts,
  profileInPartsFor,
  profileOf,
  rawSimilarity,
  searchSimilarity,
  soughtBy,
  tfIdfCosine,
} from "./lexical";
import { idfOf } from "./idf";

const idf = idfOf(0, () => 0);
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(fc.constantFrom("tea", "green", "Sarah", "likes", "the", "river", "12", "walks"), {
      maxLength: 12,
    })
    .map((words) => words.join(" ")),
);
const search = (query: string, memory: string) => searchSimilarity(profileOf(query), profileOf(memory), idf);
const pair = (a: string, b: string) => pairSimilarity(profileOf(a), profileOf(b), idf);

describe("what of a text bears on a query", () => {
  const word = fc.constantFrom("tea", "river", "gannet", "pier", "bell", "boat", "rain", "loaf");

  test("compares as the whole text does, in all of its parts", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 250 }), fc.array(word, { maxLength: 4 }), (terms, asked) => {
        const query = profileOf(asked.join(" "));
        const norm = 7;
        const part = profileInPartsFor(soughtBy(query), terms, norm);
        expect([...part.counts.keys()].every((term) => query.counts.has(term))).toBe(true);
        expect(rawSimilarity(query, part, idf)).toBeCloseTo(
          rawSimilarity(query, { ...profileInParts(terms), norm }, idf),
          12,
        );
      }),
    );
  });

  test("finds the answer at the end of a text that speaks of the subject all along", () => {
    const query = profileOf("When does the gannet ferry leave the pier?");
    const filler = Array.from({ length: 600 }, (_, i) => `ferry tale${i} told${i} twice${i}`).join(" ");
    const answer = "the gannet ferry does leave the pier at nine";
    const similarityOf = (text: string) => {
      const terms = text.split(" ").filter((term) => term !== "the");
      return rawSimilarity(query, profileInPartsFor(soughtBy(query), terms, 60), idf);
    };
    expect(similarityOf(`${filler} ${answer}`)).toBeGreaterThan(similarityOf(filler) + 0.2);
  });
});

describe("searchSimilarity", () => {
  test("is over the default threshold of 0.6 where a long memory answers a short question", () => {
    expect(
      search("What does Sarah drink?", "Sarah: I only drink green tea these days, coffee makes me nervous."),
    ).toBeGreaterThan(0.6);
    expect(
      search("deployment failure", "The deployment failed at 3pm because the database migration timed out"),
    ).toBeGreaterThan(0.6);
  });

  test("is far under it where one word of several is shared", () => {
    expect(
      search("Who repaired the roof of the old barn in April?", "The barn cat had kittens"),
    ).toBeLessThan(0.5);
  });

  test("is 0 for strangers and for texts without a word, and 1 for the same text", () => {
    expect(search("quantum physics", "I bought groceries")).toBe(0);
    expect(search("", "anything")).toBe(0);
    expect(search("…", "…")).toBe(0);
    expect(search("The river rose overnight", "the river rose overnight!")).toBeCloseTo(1);
  });

  test("is from 0 to 1 for any texts", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(search(a, b)).toBeGreaterThanOrEqual(0);
        expect(search(a, b)).toBeLessThanOrEqual(1);
        if (profileOf(a).length > 0) expect(search(a, a)).toBeCloseTo(1);
      }),
    );
  });
});

describe("coverage", () => {
  test("grows when the memory holds one more word of the query", () => {
    const query = profileOf("green tea by the river");
    expect(coverage(query, profileOf("tea and river"), idf)).toBeGreaterThan(
      coverage(query, profileOf("tea and bread"), idf),
    );
  });
});

describe("coverage of a text that repeats itself", () => {
  test("never makes up for a term that is missing", () => {
    const query = profileOf("the dog on the ferry");
    const both = coverage(
      query,
      profileOf("Dogs are kept on a lead on board of the ferry to the island."),
      idf,
    );
    const once = coverage(query, profileOf("The ferry."), idf);
    expect(once).toBeLessThan(both);
    for (const times of [3, 30, 300])
      expect(coverage(query, profileOf("The ferry. ".repeat(times)), idf)).toBeLessThanOrEqual(once);
  });
});

describe("pairSimilarity", () => {
  test("is symmetric, from 0 to 1, and 1 for a text with terms and itself", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(pair(a, b)).toBeCloseTo(pair(b, a), 12);
        expect(pair(a, b)).toBeGreaterThanOrEqual(0);
        expect(pair(a, b)).toBeLessThanOrEqual(1);
        if (profileOf(a).length > 0) expect(pair(a, a)).toBeCloseTo(1);
      }),
    );
  });

  test("sees through a typo that no stem has", () => {
    expect(pair("restaurant reservation", "restuarant reservation")).toBeGreaterThan(
      pair("restaurant reservation", "dentist reservation"),
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

describe("calibrated", () => {
  test("puts two fifths at the default threshold, keeps the ends and the order", () => {
    expect(calibrated(0.4)).toBeCloseTo(0.6);
    expect(calibrated(0)).toBe(0);
    expect(calibrated(1)).toBe(1);
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (x, y) => {
          if (x < y) expect(calibrated(x)).toBeLessThanOrEqual(calibrated(y));
          if (x + 1e-6 < y) expect(calibrated(x)).toBeLessThan(calibrated(y));
        },
      ),
    );
  });
});
