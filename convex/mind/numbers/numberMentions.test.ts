import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberMentions } from "./numberMentions";

const valuesIn = (text: string) => numberMentions(text).map(({ values }) => values[0]);

describe("numbers in text", () => {
  test.each<[string, number[]]>([
    ["1,250 people and 1,250,000.5 or 12.5", [1250, 1_250_000.5, 12.5]],
    ["$2.5 million, 2.5m, 3k, 7bn", [2_500_000, 2_500_000, 3000, 7e9]],
    ["twenty-five of two hundred and six thousand", [25, 206_000]],
    ["three dozen, one million two hundred", [36, 1_000_200]],
    ["4th of 4, -3, 12%", [4, 4, 3, 12]],
    ["№5 at 21℃, 😀 3 times", [5, 21, 3]],
    ["GPT-4, B2B, COVID-19 and h2o", []],
    ["someone, often, weight, tension", []],
  ])("%s", (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  test("a time of day is no other number, and its two spellings are one", () => {
    const [half] = numberMentions("at 14:30").flatMap(({ values }) => values);
    expect(valuesIn("at 2:30 pm")).toEqual([half]);
    expect(numberMentions("at 2:30")[0]?.values).toContain(half);
    expect(valuesIn("14 and 30")).not.toContain(half);
  });

  test("a point before three digits may part a fraction or thousands", () => {
    expect(numberMentions("1.250")[0]?.values).toEqual([1.25, 1250]);
  });

  test("one that calls itself rough is rough", () => {
    expect(numberMentions("about 1,500, exactly 3, some $20").map(({ rough }) => rough)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("a whole number is read as itself, in figures or grouped", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (value) => {
        expect(valuesIn(`It is ${value}.`)).toEqual([value]);
        expect(valuesIn(`It is ${value.toLocaleString("en-US")}.`)).toEqual([value]);
      }),
    );
  });

  test("any text has them in order, with finite values", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        let before = -1;
        for (const { at, values } of numberMentions(text)) {
          expect(at).toBeGreaterThan(before);
          expect(values.every(Number.isFinite)).toBe(true);
          before = at;
        }
      }),
    );
  });
});
