import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokensOf } from "../language/tokens";
import { meanOtherOnes } from "./whichOnes";

const differ = (a: string, b: string) => meanOtherOnes(tokensOf(a), tokensOf(b));

describe("meanOtherOnes", () => {
  test.each([
    ["My sister paints boats", "My other sister paints boats"],
    ["She found a mooring in Molde", "She found another mooring in Molde"],
    ["This recipe needs yeast", "That recipe needs yeast"],
    ["These oars are mine", "Those oars are mine"],
    ["Somebody paid the baker", "Somebody else paid the baker"],
    ["What is in the shed?", "What else is in the shed?"],
  ])("tells which one is meant in %j from which in %j", (a, b) => {
    expect(differ(a, b)).toBe(true);
    expect(differ(b, a)).toBe(true);
  });

  test.each([
    ["The sailors help each other", "The sailors help one another"],
    ["I saw Nils the other day", "I saw Nils that day"],
    ["Ropes and other gear got wet", "Ropes and gear got wet"],
    ["She says that the yeast is old", "She says this: the yeast is old"],
    ["This oar is mine and that oar is yours", "That oar is yours and this oar is mine"],
    ["One oar is mine, the other oar is yours", "The one oar is mine, and the other oar yours"],
    ["We stayed another 3 days", "We stayed 3 days"],
    ["The other sister paints", "Another sister paints"],
  ])("finds nothing of the kind in %j and %j", (a, b) => {
    expect(differ(a, b)).toBe(false);
    expect(differ(b, a)).toBe(false);
  });

  test("is the same both ways, and never tells a text from itself", () => {
    const word = fc.constantFrom(
      ..."other another each this that these those oar oars somebody else the one and".split(" "),
    );
    const text = fc.array(word, { maxLength: 9 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(meanOtherOnes(a, b)).toBe(meanOtherOnes(b, a));
        expect(meanOtherOnes(a, a)).toBe(false);
      }),
    );
  });
});
