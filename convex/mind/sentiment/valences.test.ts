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

describe("a word of opinion that neither list rates", () => {
  test.each([
    ["A flimsy and tedious film.", "negative"],
    ["The update is clunky.", "negative"],
    ["His answers were incoherent and evasive.", "negative"],
    ["A heartening evening.", "positive"],
    ["The food was scrumptious, the staff courteous.", "positive"],
    ["It is not tedious at all.", "positive"],
  ])("is felt: %s", (text, label) => {
    expect(sentimentOf(text).label).toBe(label);
  });

  test.each([
    "I work from home on Fridays.",
    "The right bank of the river is cold in March.",
    "Break for lunch at noon.",
    "The issue is number 14, and the plot is in chapter two.",
    "The tank holds 40 litres.",
  ])("is none where it mostly tells: %s", (text) => {
    expect(sentimentOf(text).label).toBe("neutral");
  });

  test("counts as the least that is rated, and is read with its signs", () => {
    expect(ratedAs("flimsy")).toBe("ill");
    expect(ratedAs("heartening")).toBe("improved");
    expect(standInFor("Flimsy!")).toBe("ill!");
    expect(standInFor("heartening,")).toBe("improved,");
    expect(standInFor("tank")).toBe("tank");
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
