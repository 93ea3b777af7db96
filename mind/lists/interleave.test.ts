import { expect, test } from "vitest";
import { interleaved } from "./interleave";

test("takes items of lists of any length in turns and loses none", () => {
  expect(interleaved([["a1", "a2", "a3"], [], ["b1"], ["c1", "c2"]])).toEqual([
    "a1",
    "b1",
    "c1",
    "a2",
    "c2",
    "a3",
  ]);
  expect(interleaved([])).toEqual([]);
});
