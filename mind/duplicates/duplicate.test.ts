import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsedText } from "../text/parsedText";
import {
  comparedProfile,
  DEFAULT_THRESHOLD,
  duplicateSimilarity,
  mostSimilarity,
  similarityOf,
} from "./duplicate";

const similarity = (a: string, b: string, threshold = DEFAULT_THRESHOLD, meaning: number | null = null) =>
  duplicateSimilarity(parsedText(a), parsedText(b), { threshold, meaning });

describe("at the default threshold", () => {
  test.each([
    ["The ferry leaves at nine.", "  the FERRY leaves   at nine!"],
    [
      "The library opens its new reading room on Saturday.",
      "The library will open its new reading room on Saturday.",
    ],
    ["Until further notice the bridge is closed", "The bridge is closed until further notice"],
    ["Two dogs are running on the beach", "2 dogs are running on the beach."],
    [
      "The results were better than expected, she said.",
      "She said that the results were better than expected",
    ],
    ["Der Zug nach Hamburg fährt um 9 Uhr", "Der Zug nach Hamburg fährt um 9 Uhr ab."],
  ])("%j and %j are duplicates", (a, b) => {
    expect(similarity(a, b)).toBeGreaterThanOrEqual(DEFAULT_THRESHOLD);
  });

  test.each([
    ["I like tea", "I do not like tea"],
    ["I like tea", "I don't like tea"],
    ["Anna moved to Berlin", "Ben moved to Berlin"],
    ["anna moved to berlin", "ben moved to berlin"],
    [
      "Anna moved to Berlin with the children last summer",
      "Ben moved to Berlin with the children last summer",
    ],
    ["We met in Paris with the whole team", "We met in London with the whole team"],
    ["The rent is 900 euros", "The rent is 950 euros"],
    ["The rent is $900 a month", "The rent is €900 a month"],
    ["It was 5 degrees at noon", "It was -5 degrees at noon"],
    ["The boat has two engines", "The boat has three engines"],
    ["The server failed on 3 March", "The server failed on 4 March"],
    ["The meeting with the board is on Monday", "The meeting with the board is on Tuesday"],
    ["the meeting with the board is on monday", "the meeting with the board is on tuesday"],
    ["Anna paid Ben", "Ben paid Anna"],
    ["The flight from Rome to Oslo is late", "The flight from Oslo to Rome is late"],
    ["The price of oil rises this week", "The price of oil falls this week"],
    ["The backup is finished.", "Is the backup finished?"],
  ])("%j and %j are not duplicates", (a, b) => {
    expect(similarity(a, b)).toBeNull();
  });
});

describe("the threshold", () => {
  test("decides whether an added word makes a duplicate, and differences count at any threshold", () => {
    const [tea, green] = ["I like tea", "I like green tea"];
    expect(similarity(tea, green)).toBeNull();
    expect(similarity(tea, green, 0.85)).not.toBeNull();
    expect(similarity("The ferry was late again", "The ferry was late today", 0.85)).not.toBeNull();
    expect(similarity("The ferry was late again", "The ferry was late", 0.99)).toBeNull();
    expect(similarity(tea, "I do not like tea", 0)).toBeNull();
    expect(similarity(tea, "i like tea!", 1)).toBe(1);
  });

  const words = fc.array(fc.constantFrom("the", "Anna", "ferry", "not", "late", "7", "Monday", "pier"), {
    maxLength: 8,
  });
  const text = fc.oneof(
    words.map((some) => some.join(" ")),
    fc.string({ unit: "grapheme", maxLength: 40 }),
  );
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  test("accepts more duplicates the lower it is, in either order", () => {
    fc.assert(
      fc.property(text, text, share, share, fc.option(share), (a, b, one, other, meaning) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const strict = similarity(a, b, high, meaning);
        const loose = similarity(a, b, low, meaning);
        if (strict !== null) expect(loose).toBe(strict);
        if (loose !== null) expect(loose).toBeGreaterThanOrEqual(low);
        expect(loose ?? 0).toBeLessThanOrEqual(1);
        expect(similarity(b, a, low, meaning)).toBe(loose);
        expect(similarity(a, a, high, meaning)).toBe(1);
        const terms = parsedText(b);
        const most = mostSimilarity(
          comparedProfile(parsedText(a)),
          { counts: terms.counts, length: 0 },
          meaning,
        );
        if (loose !== null && loose < 1) expect(most).toBeGreaterThanOrEqual(loose - 1e-12);
      }),
    );
  });

  test("has a scale that rises with each part of similarity", () => {
    fc.assert(
      fc.property(share, share, share, share, (terms, trigrams, meaning, more) => {
        const raised = (x: number) => Math.max(x, more);
        for (const of of [meaning, null]) {
          const at = similarityOf({ terms, trigrams, meaning: of });
          expect(at).toBeGreaterThanOrEqual(0);
          expect(similarityOf({ terms: raised(terms), trigrams, meaning: of })).toBeGreaterThanOrEqual(at);
          expect(similarityOf({ terms, trigrams: raised(trigrams), meaning: of })).toBeGreaterThanOrEqual(at);
        }
        expect(similarityOf({ terms, trigrams, meaning: raised(meaning) })).toBeGreaterThanOrEqual(
          similarityOf({ terms, trigrams, meaning }),
        );
      }),
    );
    expect(similarityOf({ terms: 1, trigrams: 1, meaning: 1 })).toBe(1);
  });
});

describe("long texts", () => {
  const story = Array.from(
    { length: 200 },
    (_, i) => `On day ${i} the lighthouse keeper wrote down wind and tide.`,
  );

  test("are duplicates with a changed word, but not with an added sentence", () => {
    const long = story.join(" ");
    expect(similarity(long, long.replace("wrote down", "noted"))).not.toBeNull();
    const news =
      "Yesterday a stranger from Bergen brought seven letters, four barrels of herring and terrible news about his brother.";
    expect(similarity(long, `${long} ${news}`)).toBeNull();
  });
});
