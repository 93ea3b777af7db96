import { describe, expect, test } from "vitest";
import { sentimentOf } from "./sentiment";
import { toldOfScore, toldSentiment } from "./toldSentiment";

describe("the feeling in what a text tells", () => {
  test.each([
    "Which is the worst café in Molde?",
    "who is the cruellest of the goblins",
    "In a note: Is the lovely garden open?",
    "A visitor asks whether the awful noise will stop.",
    "Where is the best view, and who hates heights?",
  ])("is none where %j only asks", (text) => {
    expect(sentimentOf(text).score).not.toBe(0);
    expect(toldSentiment(text)).toBe(0);
  });

  test.each([
    ["My goat died. Who can help?", -0.25],
    ["My goat died, what should I do?", -0.25],
    ["my goat died\nwhat now?", -0.25],
    ["The choir was wonderful, wasn't it?", 0.25],
    ["We won the cup! Did you see it?", 0.25],
  ])("is that of what is stated in %j", (text, least) => {
    expect(toldSentiment(text) * Math.sign(least)).toBeGreaterThanOrEqual(Math.abs(least));
  });

  test("is that of the text where nothing is asked", () => {
    const text = "The roof is ruined :(\nThe neighbours are kind, though. 😊";
    expect(toldSentiment(text)).toBe(sentimentOf(text).score);
  });

  test("is the same where the sentiment of the whole is known", () => {
    for (const text of ["My goat died. Who can help?", "The choir was wonderful.", "Is the choir wonderful?"])
      expect(toldOfScore(text, sentimentOf(text).score)).toBe(toldSentiment(text));
  });

  test("is none of what may be", () => {
    expect(toldSentiment("If the pump is ruined, what do we do?")).toBe(0);
  });
});
