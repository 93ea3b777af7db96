import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokensOf } from "../language/tokens";
import { deniesMeasure, deprivesOther } from "./narrowings";

describe("deprivesOther", () => {
  const differ = (a: string, b: string) => deprivesOther(tokensOf(a), tokensOf(b));

  test.each([
    ["The mayor opened the lock", "The former mayor opened the lock", true],
    ["My husband keeps bees", "My ex-husband keeps bees", true],
    ["The captain steered", "The acting captain steered", true],
    ["The passport was found", "The fake passport was found", true],
    ["The thief ran", "The would-be thief ran", true],
    ["It is good to sail", "It would be good to sail", false],
    ["The former mayor spoke", "The former mayor of Molde spoke", false],
    ["The former mayor met the mayor", "The mayor met the former mayor", false],
    ["The mayor opened the lock", "The old mayor opened the lock", false],
  ])("between %j and %j: %j", (a, b, found) => {
    expect(differ(a, b)).toBe(found);
    expect(differ(b, a)).toBe(found);
  });

  test("says nothing of long texts", () => {
    const rest = "opened the lock of the canal on Monday while the crews of all boats sang";
    expect(differ(`The mayor ${rest}`, `The former mayor ${rest}`)).toBe(false);
  });
});

describe("deniesMeasure", () => {
  const differ = (a: string, b: string) => deniesMeasure(tokensOf(a), tokensOf(b));

  test.each([
    ["Nils can't row", "Nils can't row well", true],
    ["The goats don't sleep", "The goats don't sleep enough", true],
    ["Nils can row", "Nils can row well", false],
    ["Nils can't row", "Nils can't row boats", false],
    ["Nils can't row well", "Nils can't row far", false],
  ])("between %j and %j: %j", (a, b, found) => {
    expect(differ(a, b)).toBe(found);
    expect(differ(b, a)).toBe(found);
  });
});

test("both are the same both ways, and never tell a text from itself", () => {
  const word = fc.constantFrom(
    ..."the former acting mayor ex fake would be not can't row well far".split(" "),
  );
  const text = fc.array(word, { maxLength: 8 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      for (const differ of [deprivesOther, deniesMeasure]) {
        expect(differ(a, b)).toBe(differ(b, a));
        expect(differ(a, a)).toBe(false);
      }
    }),
  );
});
