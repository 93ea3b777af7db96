import { describe, expect, test } from "vitest";
import { hasPassed } from "./passed";

/** A Monday. */
const SAID = Date.UTC(2026, 9, 5, 12);
const days = (count: number) => SAID + count * 86_400_000;

describe("what a text looks forward to", () => {
  test.each([
    ["On Friday the optician comes.", 6],
    ["We meet tomorrow.", 3],
    ["The audit is this week.", 8],
    ["The operation is on the 9th of October.", 5],
    ["The contract ends in October.", 30],
    ["The contract ends on 9 October 2026.", 5],
  ])("has passed after a time: %s", (text, after) => {
    expect(hasPassed(text, SAID, days(after))).toBe(true);
    expect(hasPassed(text, SAID, days(0.1))).toBe(false);
  });

  test.each([
    "I swim on Friday mornings.",
    "The club meets on Tuesdays.",
    "Every Friday Tomasz tests a restore.",
    "Ruth broke her wrist on 3 March 2021.",
    "Leo is afraid of thunder.",
  ])("never passes where it comes again or lay behind: %s", (text) => {
    expect(hasPassed(text, SAID, days(90))).toBe(false);
  });
});
