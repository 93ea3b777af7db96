import { describe, expect, test } from "vitest";
import { areOfOneOccasion, tellsOfItsDay } from "./occasions";

const HOUR = 3_600_000;

describe("an occasion", () => {
  test("is half a day; two moments may be of one where one is unknown", () => {
    expect(areOfOneOccasion(0, 3 * HOUR)).toBe(true);
    expect(areOfOneOccasion(30 * HOUR, 0)).toBe(false);
    expect(areOfOneOccasion(null, 30 * HOUR)).toBe(true);
  });

  test.each([
    ["The kiosk took in 240 euros.", true],
    ["Takings today: 240 euros.", true],
    ["The kiosk belongs to Ruth.", false],
    ["We need clean water.", false],
    ["The greedy gulls feed on seed.", false],
  ])("%s", (text, expected) => expect(tellsOfItsDay(text)).toBe(expected));
});
