import { describe, expect, test } from "vitest";
import { isNewOccurrence, isOfItsDay } from "./occurrences";

/** 3 March 2026, 22:00 in Berlin. */
const TOLD = Date.UTC(2026, 2, 3, 21);
const HOUR = 3_600_000;
const timeZone = "Europe/Berlin";

describe("what is told", () => {
  test.each([
    "It rains all day in Kassel, 6 degrees.",
    "It is snowing.",
    "The lift is closed today.",
    "Sales today: 412 euros.",
    "The ferry was cancelled.",
    "In the news: The ferry to Yell was delayed.",
    "The baby slept through the night.",
  ])("is of its day: %s", (text) => {
    expect(isOfItsDay(text)).toBe(true);
  });

  test.each([
    "Omar is allergic to walnuts.",
    "The ferry was cancelled on 3 March.",
    "It always rains in Bergen.",
    "Otto was born in Porto.",
    "The fire destroyed the barn.",
    "The regatta is in June.",
  ])("is more than of its day: %s", (text) => {
    expect(isOfItsDay(text)).toBe(false);
  });

  test("is the same on one day, by the calendar where it is told, and a new occurrence on another", () => {
    const again = (hours: number) =>
      isNewOccurrence("It is snowing.", { before: TOLD, now: TOLD + hours * HOUR, timeZone });
    expect(again(1.5)).toBe(false);
    expect(again(2.5)).toBe(true);
    expect(isNewOccurrence("Ada likes tea.", { before: TOLD, now: TOLD + 200 * HOUR, timeZone })).toBe(false);
  });
});
