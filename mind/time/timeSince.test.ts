import { expect, it } from "vitest";
import { isAhead, SLACK_MS, timeSince, timeTaken } from "./timeSince";

it("returns the time since a moment, and Infinity for one well in the future", () => {
  expect(timeSince(1_000, 1_250)).toBe(250);
  expect(timeSince(1_000, 1_000)).toBe(0);
  expect(timeSince(1_001, 1_000)).toBe(0);
  expect(timeSince(1_001 + SLACK_MS, 1_000)).toBe(Infinity);
});

it("treats a moment as ahead only within the longest possible wait", () => {
  expect(isAhead(1_000, 1_000, 60)).toBe(false);
  expect(isAhead(1_060, 1_000, 60)).toBe(true);
  expect(isAhead(1_060 + SLACK_MS, 1_000, 60)).toBe(true);
  expect(isAhead(1_061 + SLACK_MS, 1_000, 60)).toBe(false);
});

it("returns 0 for work during which the clock was set back", () => {
  expect(timeTaken(1_000, 1_250)).toBe(250);
  expect(timeTaken(1_000, 900)).toBe(0);
});
