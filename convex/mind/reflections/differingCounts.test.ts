import { expect, test } from "vitest";
import { differingCounts } from "./differingCounts";

const pairs = (...told: readonly [string, string][]) =>
  differingCounts(
    told.map(([, content]) => ({ content })),
    (index) => told[index]?.[0] ?? "",
  );

test("two counts of one day's news are told as a pair, the older first", () => {
  expect(
    pairs(
      ["Monday", "The flood in Arn closed twelve roads."],
      ["Monday", "A gull stole 3 rolls."],
      ["Monday", "The flood in Arn has closed 15 roads."],
      ["Monday", "The flood in Arn closed 15 roads."],
    ),
  ).toEqual([{ older: 0, newer: 2 }]);
});

test.each([
  [
    "on two days",
    ["Monday", "The flood closed 12 roads in Arn."],
    ["Tuesday", "The flood closed 15 roads in Arn."],
  ],
  [
    "of two things",
    ["Monday", "The flood closed 12 roads in Arn."],
    ["Monday", "The flood closed 15 schools in Arn."],
  ],
  [
    "of several numbers",
    ["Monday", "Bus 4 to Arn is 12 minutes late."],
    ["Monday", "Bus 5 to Arn is 15 minutes late."],
  ],
  [
    "of which one is denied",
    ["Monday", "The flood closed 12 roads in Arn."],
    ["Monday", "The flood has not closed 15 roads in Arn."],
  ],
  ["in few words", ["Monday", "I ate two."], ["Monday", "I ate three."]],
] satisfies [string, [string, string], [string, string]][])("counts %s are none", (_, one, other) => {
  expect(pairs(one, other)).toEqual([]);
});
