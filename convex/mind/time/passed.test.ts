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
    ["The plumber comes the day after tomorrow.", 3],
    ["The lease ends in two weeks.", 15],
    ["The bridge opens next year.", 500],
    ["The vet has time on the 24th.", 20],
    ["The clinic moved the operation from Tuesday to Friday.", 5],
    ["The hearing was adjourned until Friday.", 5],
    ["We booked a table for Friday.", 5],
    ["The library is closed today.", 1],
    ["I decided to paint the fence on Saturday.", 6],
    ["The vet, said Ana, is here on Friday.", 5],
    ["As Ben told me, my birthday cake is ready tomorrow.", 2],
  ])("has passed after a time: %s", (text, after) => {
    expect(hasPassed(text, SAID, days(after), "UTC")).toBe(true);
    expect(hasPassed(text, SAID, days(0.1), "UTC")).toBe(false);
  });

  test.each([
    ["The plumber comes the day after tomorrow.", 2.4],
    ["Rehearsal next Monday.", 6.5],
    ["Ruth arrives on Friday. She stays until 20 December.", 30],
    ["The bridge opens next year.", 400],
  ])("has not passed while a part of it is ahead: %s", (text, after) => {
    expect(hasPassed(text, SAID, days(after), "UTC")).toBe(false);
  });

  test.each([
    "I swim on Friday mornings.",
    "The club meets on Tuesdays.",
    "Every Friday Tomasz tests a restore.",
    "Ruth broke her wrist on 3 March 2021.",
    "Leo is afraid of thunder.",
    "Only 3 may enter the kiln room at once.",
    "I swim in the evening.",
    "My niece was born last Friday.",
    "My uncle died this morning.",
    "I passed the pilot's exam today!",
    "We have sold the boat today.",
    "Every second Friday we play skat.",
    "The choir always sings on Friday.",
    "Bin day is Tuesday.",
    "The office is open from Monday to Friday.",
    "Joan's birthday is on 9 October.",
    "Leo broke his arm on Saturday.",
    "On Sunday we went to the lake.",
    "The oven broke last night.",
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
