import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokensOf } from "../language/tokens";
import { countOtherPart, onlyOfOther } from "./focus";

describe("onlyOfOther", () => {
  const differ = (a: string, b: string) => onlyOfOther(tokensOf(a), tokensOf(b));

  test.each([
    ["Only Eva sailed the yawl", "Eva sailed only the yawl", true],
    ["Only Eva dances", "Eva only dances", true],
    ["We serve only fish in winter", "We serve fish only in winter", true],
    ["I only eat fish", "I eat only fish", false],
    ["Only Eva sailed the yawl", "The yawl was sailed only by Eva", false],
    ["Only Eva sailed the yawl", "Eva sailed the yawl", false],
    ["Only Eva sailed the yawl", "Eva sailed only a barge", false],
    ["Only Eva ate only fish", "Eva ate only fish", false],
  ])("between %j and %j: %j", (a, b, found) => {
    expect(differ(a, b)).toBe(found);
    expect(differ(b, a)).toBe(found);
  });
});

describe("countOtherPart", () => {
  const differ = (a: string, b: string) => countOtherPart(tokensOf(a), tokensOf(b));

  test.each([
    ["Two of the yawls leak", "One of the two yawls leaks", true],
    ["Three of her goats are ill", "Two of her three goats are ill", true],
    ["Both goats are ill", "One of the goats is ill", true],
    ["Both goats are ill", "Neither goat is ill", true],
    ["One of the yawls leaks", "1 of the yawls leaks", false],
    ["Both goats are ill", "Both of the goats are ill", false],
    ["Two of the yawls leak", "Two yawls leak", false],
  ])("between %j and %j: %j", (a, b, found) => {
    expect(differ(a, b)).toBe(found);
    expect(differ(b, a)).toBe(found);
  });
});

test("both are the same both ways, and never tell a text from itself", () => {
  const word = fc.constantFrom(..."only Eva eats fish in one two of the both neither goats".split(" "));
  const text = fc.array(word, { maxLength: 9 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      for (const differ of [onlyOfOther, countOtherPart]) {
        expect(differ(a, b)).toBe(differ(b, a));
        expect(differ(a, a)).toBe(false);
      }
    }),
  );
});
