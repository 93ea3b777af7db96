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
    ["Thunderstorms are expected in the evening.", 1],
    ["Frost is forecast for the coming week.", 14],
    ["The results are due next month.", 58],
  ])("has passed after a time: %s", (text, after) => {
    expect(hasPassed(text, SAID, days(after), "UTC")).toBe(true);
    expect(hasPassed(text, SAID, days(0.1), "UTC")).toBe(false);
  });

  test.each([
    "I swim on Friday mornings.",
    "The club meets on Tuesdays.",
    "Every Friday Tomasz tests a restore.",
    "Ruth broke her wrist on 3 March 2021.",
    "Leo is afraid of thunder.",
    "I swim in the evening.",
  ])("never passes where it comes again or lay behind: %s", (text) => {
    expect(hasPassed(text, SAID, days(90), "UTC")).toBe(false);
  });
});

describe("a day", () => {
  const zone = "Pacific/Auckland";
  /** Friday, 6 March 2026, 08:00 in Auckland: still Thursday in UTC. */
  const friday = Date.UTC(2026, 2, 5, 19);

  test("is told by the calendar of where it was said", () => {
    const fair = "The fair is on Thursday.";
    // The Thursday after: the fair is on the 12th.
    expect(hasPassed(fair, friday, friday + 26 * 3_600_000, zone)).toBe(false);
    expect(hasPassed(fair, friday, friday + 6.5 * 86_400_000, zone)).toBe(false);
    expect(hasPassed(fair, friday, friday + 7 * 86_400_000, zone)).toBe(true);
  });

  test("ends at midnight there", () => {
    const today = "The lift is closed today.";
    expect(hasPassed(today, friday, friday + 15 * 3_600_000, zone)).toBe(false);
    expect(hasPassed(today, friday, friday + 17 * 3_600_000, zone)).toBe(true);
  });

  test("that is over when a part of it is expected is followed by one", () => {
    const rain = "Rain is expected in the morning.";
    const evening = friday + 12 * 3_600_000;
    expect(hasPassed(rain, evening, evening + 12 * 3_600_000, zone)).toBe(false);
    expect(hasPassed(rain, evening, evening + 30 * 3_600_000, zone)).toBe(true);
  });
});
