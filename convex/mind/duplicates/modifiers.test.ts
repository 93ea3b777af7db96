import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeOther } from "./modifiers";

const differ = (a: string, b: string) => describeOther(a.split(" "), b.split(" "));

describe("describeOther", () => {
  test.each([
    ["the woman in the straw hat sells a basket", "the woman in the hat sells a straw basket"],
    ["an empty bottle is in the hall", "a bottle is in the empty hall"],
    ["the crew of tired sailors slept in a hut", "the crew of sailors slept in a tired hut"],
  ])("holds of %j and %j", (a, b) => {
    expect(differ(a, b)).toBe(true);
  });

  test.each([
    ["the old red lamp hangs in the hall", "the red old lamp hangs in the hall"],
    ["the goat eats and sleeps in the barn", "the goat sleeps and eats in the barn"],
    ["the goat is eating in the barn", "in the barn the goat is eating"],
    ["the straw hat is in the hall", "the straw basket is in the hall"],
    // What is told of twice may be told of in other words.
    ["the red boat and the red oars are in the shed", "the red oars and the boat are in the red shed"],
  ])("does not hold of %j and %j", (a, b) => {
    expect(differ(a, b)).toBe(false);
  });

  test("is symmetric and true of no text and itself", () => {
    const word = fc.constantFrom(..."the a in red old lamp hat hats two and eating".split(" "));
    const text = fc.array(word, { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(describeOther(a, b)).toBe(describeOther(b, a));
        expect(describeOther(a, a)).toBe(false);
      }),
    );
  });
});
