/** Values in Convex JSON compare like the library's decoded values. */
import { describe, expect, it } from "vitest";
import type { ConvexJson } from "../types";
import { compareValues } from "./order";
import { jsonOf } from "../../test/testValues";

describe("compareValues", () => {
  it("orders values by type, then by value, and undefined first", () => {
    const rising: (ConvexJson | undefined)[] = [
      undefined,
      null,
      jsonOf(-(2n ** 63n)),
      jsonOf(7n),
      { $commitTs: null },
      jsonOf(-Infinity),
      jsonOf(-0),
      0,
      5e-324,
      jsonOf(NaN),
      false,
      true,
      "",
      "\uffff",
      "\u{1F600}",
      jsonOf(Uint8Array.of(255).buffer),
      [],
      [null],
      {},
      { a: 1 },
      { a: 1, b: null },
      { b: null },
    ];
    for (const [i, a] of rising.entries())
      for (const [j, b] of rising.entries()) expect(Math.sign(compareValues(a, b))).toBe(Math.sign(i - j));
  });

  it("sorts the commit timestamp placeholder as the largest int64", () => {
    expect(compareValues({ $commitTs: null }, jsonOf(2n ** 63n - 1n))).toBe(0);
    expect(compareValues({ $commitTs: null }, jsonOf(2n ** 63n - 2n))).toBeGreaterThan(0);
  });
});
