import { expect, test } from "vitest";
import { areOtherPlaces } from "./places";

test.each([
  ["in", "near", true],
  ["under", "on", true],
  ["outside", "behind", true],
  ["in", "into", false],
  ["under", "beneath", false],
  ["in", "in", false],
  ["in", "with", false],
])("%j and %j are other places: %j", (a, b, are) => {
  expect(areOtherPlaces(a, b)).toBe(are);
  expect(areOtherPlaces(b, a)).toBe(are);
});
