import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { withFigures } from "./measures";
import { numberMentions } from "./numberMentions";
import { writtenNumbers } from "./numberWords";

const valuesIn = (text: string) => writtenNumbers(text).map(({ value }) => value);

describe("numbers in words", () => {
  test.each<[string, number[]]>([
    ["between two and three hours", [2, 3]],
    ["lanes one and two", [1, 2]],
    ["forty and fifty guests", [40, 50]],
    ["one hundred and two hundred goats", [100, 200]],
    ["two hundred and six thousand bricks", [206_000]],
    ["two thousand and six thousand bricks", [2000, 6000]],
    ["a thousand and two hundred bricks", [1200]],
    ["Two thousand and five, two thousand six", [2005, 2006]],
    ["one million two hundred and six thousand and five", [1_206_005]],
    ["one two three, four five", [1, 2, 3, 4, 5]],
    ["three dozen eggs, half a million, a hundred", [36, 500_000, 100]],
    ["1.5 million of 3 hundred thousand and two", [1_500_000, 300_000, 2]],
    ["nineteen eighty-four, twenty twenty-six, twenty ten, nineteen oh five", [1984, 2026, 2010, 1905]],
    ["nineteen hundred and five", [1905]],
    ["at nine thirty", [930]],
    ["the last one ten years ago", [1, 10]],
    ["ten thirty-minute walks", [10, 30]],
    ["the twenty-first of May, two-thirds of it", []],
    ["a goat and an oar and one", [1]],
    ["someone, often, weight, tension", []],
  ])("%s", (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  test("are read as the same in prose and in what is compared", () => {
    const number = fc.constantFrom(
      "two hundred",
      "forty",
      "nine",
      "twenty-five",
      "nineteen eighty-four",
      "two thousand and six",
      "half a million",
      "1.5 billion",
    );
    const between = fc.constantFrom(" and ", " to ", ", ", " goats and ", " or ");
    fc.assert(
      fc.property(fc.array(fc.tuple(number, between), { maxLength: 5 }), (said) => {
        const text = said.flat().join("");
        const values = (written: string) =>
          numberMentions(written).flatMap(({ values: [value] }) => value ?? []);
        expect(values(withFigures(text))).toEqual(values(text));
      }),
    );
  });

  test("are read at a cost in proportion to length", () => {
    for (const piece of ["one ", "hundred ", "and ", "one hundred and ", "twenty-one-", "half a "])
      expectProportional((length) => writtenNumbers(piece.repeat(length / piece.length)), 16_000);
  });
});
