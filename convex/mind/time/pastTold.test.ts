import { expect, test } from "vitest";
import { pastTold } from "./pastTold";

/** Thursday, 5 March 2026. */
const TOLD = Date.UTC(2026, 2, 5, 12);
const on = (text: string) => pastTold(text, TOLD, "UTC")?.on ?? null;

test.each([
  ["In 2019 I could not swim.", "in 2019"],
  ["Back in the summer of 2019 I could not swim.", "in 2019"],
  ["I took lessons in May 2021.", "in May 2021"],
  ["We moved on 4 May 2021.", "on 4 May 2021"],
  ["Two years ago I could not swim.", "in 2024"],
  ["Last year I ran ten kilometres.", "in 2025"],
  ["Yesterday I swam.", "on 4 March 2026"],
  ["Three weeks ago the pool closed.", "on 12 February 2026"],
])("%s is of a past time", (text, time) => {
  expect(on(text)).toBe(time);
});

test.each([
  "I swim forty lengths.",
  "I have lived here since 2019.",
  "In 2030 I will retire.",
  "Today I swam.",
  "In 2019 I could not swim, and in 2021 I could.",
  "In 2019 I could not swim, today I can.",
  "We meet on Friday.",
  "I did it in 2000 steps.",
  "This year I learn to swim.",
])("%s is of no one past time", (text) => {
  expect(on(text)).toBeNull();
});
