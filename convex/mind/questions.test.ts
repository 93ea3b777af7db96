import { describe, expect, test } from "vitest";
import { isQuestion } from "./questions";

describe("isQuestion", () => {
  test.each([
    "The mill is open?",
    "what's the fare to the island",
    "What is the fare to the island",
    "how much is the fare",
    "where did Runa leave the oars",
    "why can't we row",
    "Do you know the fare",
    "is there any bread left",
    "can I borrow the ladder",
    "Isn't the mill open",
  ])("holds of %j", (sentence) => {
    expect(isQuestion(sentence)).toBe(true);
  });

  test.each([
    "The mill is open",
    "What I like is bread",
    "When it rains we stay",
    "How it works is unclear",
    "Will Berg owns the mill",
    "Do not feed the goats",
    "Do the dishes",
    "Have a rest",
    "Where the dike ends there is a mill",
    "",
  ])("does not hold of %j", (sentence) => {
    expect(isQuestion(sentence)).toBe(false);
  });
});
