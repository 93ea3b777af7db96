import { expect, test } from "vitest";
import { withWholeWeekdays } from "./weekdays";

test.each([
  ["wed off, thu night 22-6", "Wednesday off, Thursday night 22-6"],
  ["takings mon 480, tue 512", "takings Monday 480, Tuesday 512"],
  ["skips are emptied weds", "skips are emptied Wednesday"],
  ["rota: mon-tue Bo, fri-sun Ada", "rota: Monday-Tuesday Bo, Friday-Sunday Ada"],
  ["do we open on sundays?", "do we open on Sunday?"],
  ["due by sat", "due by Saturday"],
])("%s means %s", (jotted, meant) => {
  expect(withWholeWeekdays(jotted)).toBe(meant);
});

test.each([
  "We sat in the sun.",
  "They wed in June.",
  "Mon Dieu!",
  "The sun's up.",
  "fried eggs",
  "a monkey",
])("%s names no day", (text) => {
  expect(withWholeWeekdays(text)).toBe(text);
});
