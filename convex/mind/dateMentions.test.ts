import { describe, expect, test } from "vitest";
import { dateMentions, isDateName } from "./dateMentions";

const read = (text: string) => dateMentions(text).map(({ year, month, day }) => [year, month, day]);

describe("dateMentions", () => {
  test.each([
    ["2026-03-01", [2026, 3, 1]],
    ["2026-03", [2026, 3, null]],
    ["7 May 2023", [2023, 5, 7]],
    ["7th of May, 2023", [2023, 5, 7]],
    ["May 7, 2023", [2023, 5, 7]],
    ["Dec. 2", [null, 12, 2]],
    ["September 1999", [1999, 9, null]],
    ["in May", [null, 5, null]],
    ["Friday", [null, null, null]],
  ])("reads %j", (text, date) => {
    expect(read(`It was ${text} then.`)).toEqual([date]);
  });

  test.each(["I may go", "a march of 3 miles", "we decided", "version 2023-99-99", "12345-01-01"])(
    "sees no date in %j",
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );
});

test.each(["22 November", "Monday", "Fridays", "May", "march"])("%s names a day or a month", (name) =>
  expect(isDateName(name)).toBe(true),
);
test.each(["Maya", "Sunniva", "Marching Band"])("%s names none", (name) =>
  expect(isDateName(name)).toBe(false),
);
