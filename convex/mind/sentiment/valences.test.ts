import { describe, expect, test } from "vitest";
import { sentimentOf } from "./sentiment";
import { standInFor } from "./sentimentWords";
import { ratedAs } from "./valences";

describe("a word that VADER's lexicon lacks", () => {
  test.each([
    ["I am afraid of the stairs.", "negative"],
    ["The argument is flawed.", "negative"],
    ["A dazzling concert.", "positive"],
    ["The data was corrupted.", "negative"],
    ["An unbearable noise.", "negative"],
    ["The move was seamless.", "positive"],
  ])("is felt as it was rated: %s", (text, label) => {
    expect(sentimentOf(text).label).toBe(label);
  });

  test.each([
    "The leading zero is gone from the file.",
    "The rate limits are in the docs.",
    "The slave copies the log.",
    "The quality gate is a script.",
    "A big box.",
  ])("is not where its rating is weak, or of another sense: %s", (text) => {
    expect(sentimentOf(text).label).toBe("neutral");
  });
});

test("VADER's own rating of a word comes first, and a stand-in before any", () => {
  expect(ratedAs("great")).not.toBeNull();
  expect(standInFor("great")).toBe("great");
  expect(standInFor("outage")).toBe("failure");
  expect(standInFor("Flawed,")).toBe("bad,");
  expect(standInFor("FLAWED")).toBe("BAD");
  for (const word of ["constructor", "toString", "__proto__", ""]) expect(ratedAs(word)).toBeNull();
});
