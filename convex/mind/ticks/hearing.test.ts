import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hearingOf } from "./hearing";

const text = fc.string({ unit: "grapheme", maxLength: 80 });
const noveltyOf = (it: string, earlier: readonly string[]) => hearingOf(it, earlier).novelty;

describe("novelty", () => {
  test("is 1 before anything was heard, and 0 for what was", () => {
    expect(noveltyOf("The server is down", [])).toBe(1);
    expect(noveltyOf("The server is down", ["lunch", "the SERVER is down!"])).toBeCloseTo(0);
  });

  test("only falls as more has been heard", () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), text, (it, earlier, one) => {
        expect(noveltyOf(it, [...earlier, one])).toBeLessThanOrEqual(noveltyOf(it, earlier));
      }),
    );
  });

  test("is not lost by what denies the earlier text, for that is news", () => {
    expect(
      noveltyOf("The old bridge is not open to traffic.", ["The old bridge is open to traffic."]),
    ).toBeGreaterThanOrEqual(0.5);
  });
});

describe("an echo", () => {
  test.each([
    [
      "the same words",
      "The ferry to Yell is running again.",
      "the ferry to Yell is running again",
      "repeats",
    ],
    ["a negation", "The old bridge is open to traffic.", "The old bridge is not open to traffic.", "denies"],
    [
      "a result",
      "Mayor Ruiz won the election in Toledo.",
      "Mayor Ruiz lost the election in Toledo.",
      "denies",
    ],
    [
      "an end",
      "The strike at the Lyon depot has begun.",
      "The strike at the Lyon depot has ended.",
      "denies",
    ],
    [
      "a figure",
      "Wheat futures fell 4 percent after a record harvest.",
      "Wheat futures fell 9 percent after a record harvest.",
      "renumbers",
    ],
    [
      "roles",
      "Alpha Corp acquired Beta Ltd for 30 million euros.",
      "Beta Ltd acquired Alpha Corp for 30 million euros.",
      "differs",
    ],
    ["a denial in few words", "The mill burned.", "The mill did not burn.", "denies"],
    ["always and never", "The shed is always locked.", "The shed is never locked.", "denies"],
    ["another reading", "Cellar: humidity 81 percent.", "Cellar: humidity 84 percent.", "renumbers"],
    ["another date", "The fair opens on Monday.", "The fair opens on Tuesday.", "renumbers"],
    ["another occasion", "Fed the parrot at 8.", "Fed the parrot at 19.", "differs"],
    [
      "no doubt",
      "The reservoir dam is safe.",
      "There is no doubt that the reservoir dam is safe.",
      undefined,
    ],
    ["another matter", "The ferry to Yell is running again.", "Bread rises best overnight.", undefined],
  ])("is told by %s", (_, earlier, later, echo) => {
    expect(hearingOf(later, [earlier]).echo).toBe(echo);
    expect(hearingOf(earlier, [later]).echo).toBe(echo);
  });

  test("of a matter in dispute is the denial, though it was heard in these words too", () => {
    const [open, shut] = ["The old bridge is open to traffic.", "The old bridge is not open to traffic."];
    expect(hearingOf(open, [shut, open]).echo).toBe("denies");
    expect(hearingOf(open, [open, shut]).echo).toBe("denies");
  });

  test("of a story told again after its denial is that denial", () => {
    expect(hearingOf("The mill burned.", ["The mill did not burn.", "The mill burned."]).echo).toBe("denies");
  });

  test("of a long text is no repetition where only the beginning is the same", () => {
    const beginning = "The harbour opens at six and closes at ten. ".repeat(120);
    expect(hearingOf(`${beginning}Boats moor at the east quay.`, [beginning]).echo).toBeUndefined();
    expect(hearingOf(beginning, [beginning]).echo).toBe("repeats");
  });
});
