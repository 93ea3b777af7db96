import { describe, expect, test } from "vitest";
import { isJustBefore, tellsWhatCameOfIt } from "./goingOn";

describe("a text that tells what came of what was told before it", () => {
  test.each([
    "Because of that, the launch was delayed.",
    "because of that the launch was delayed",
    "As a result, we delayed the launch.",
    "As a consequence of this, nobody came.",
    "For that reason the pool stays shut.",
    "That’s why the cellar is flooded.",
    "This is also why Liv left early.",
    "Therefore she can't play on Friday.",
    "This led to a power cut in the whole street.",
    "And that caused a jam on the bridge.",
    "In a note: Consequently the order was cancelled.",
    "Nora: Due to this, I missed the train.",
    "Thanks to all that, we won.",
    "That meant a long night for Liv.",
  ])("%j", (text) => {
    expect(tellsWhatCameOfIt(text)).toBe(true);
  });

  test.each([
    "Because of that storm the ferry stayed in port.",
    "As a result of the strike no train ran.",
    "Thus far nobody has complained.",
    "Hence the name of the mill.",
    "Is that why you are late?",
    "That's why you are late?",
    "The launch was delayed because of that.",
    "The pump broke. Because of that, the cellar is flooded.",
    "So far so good.",
    "This chair is old.",
    "",
  ])("not %j", (text) => {
    expect(tellsWhatCameOfIt(text)).toBe(false);
  });
});

test("goes on from what was told within the hour, and before it", () => {
  const noon = Date.UTC(2026, 10, 23, 12);
  expect(isJustBefore(noon - 1, noon)).toBe(true);
  expect(isJustBefore(noon - 3_600_000, noon)).toBe(true);
  expect(isJustBefore(noon - 3_600_001, noon)).toBe(false);
  expect(isJustBefore(noon, noon)).toBe(false);
});
