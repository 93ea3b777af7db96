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
    ["on 3 may", [null, 5, 3]],
    ["of the choir by 3 may", [null, 5, 3]],
    ["on the 3rd of may", [null, 5, 3]],
    ["3 may 2023", [2023, 5, 3]],
    ["march 5th", [null, 3, 5]],
    ["before march 5", [null, 3, 5]],
    ["until the 3rd may", [null, 5, 3]],
    ["dec 5", [null, 12, 5]],
    ["march 5, 2023", [2023, 3, 5]],
    ["Friday", [null, null, null]],
  ])("reads %j", (text, date) => {
    expect(read(`It was ${text} then.`)).toEqual([date]);
  });

  test.each([
    "I may go",
    "a march of 3 miles",
    "we decided",
    "version 2023-99-99",
    "12345-01-01",
    "Only 3 may enter the mill at once.",
    "Lane 4 may be free.",
    "Lanes 2 and 4 may be free, and of the 12 may 3 come.",
    "On lane 4 may be a duck.",
    "Who is on 3 may leave.",
    "We march 5 kilometres.",
    "The scouts will march 20 miles.",
    "March 5 miles and rest.",
    "In all 7 may not sign.",
    "5 may join the crew.",
  ])("sees no date in %j", (text) => {
    expect(read(text)).toEqual([]);
  });
});

test.each(["22 November", "Monday", "Fridays", "May", "march"])("%s names a day or a month", (name) =>
  expect(isDateName(name)).toBe(true),
);
test.each(["Maya", "Sunniva", "Marching Band"])("%s names none", (name) =>
  expect(isDateName(name)).toBe(false),
);
