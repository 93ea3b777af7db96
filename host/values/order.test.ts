/** Whether stored values sort as the platform's library says they do. */
import { compareValues as genuineCompare } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConvexJson } from "../types";
import { compareUtf8, compareValues } from "./order";
import { anyValue, jsonOf } from "./testValues";
import { codePoint } from "../../test/support/codePoint";

const float = (bits: bigint): ConvexJson => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  return { $float: bytes.toString("base64") };
};

describe("compareValues", () => {
  it("agrees with the library on any two values", () => {
    const maybe = fc.option(anyValue, { nil: undefined });
    fc.assert(
      fc.property(maybe, maybe, (a, b) => {
        expect(Math.sign(compareValues(jsonOf(a), jsonOf(b)))).toBe(Math.sign(genuineCompare(a, b)));
      }),
      { numRuns: 2000 },
    );
  });

  it("agrees with the library on values that differ in one place", () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (same, a, b) => {
        const [left, right] = [
          [same, { x: a }],
          [same, { x: b }],
        ];
        expect(Math.sign(compareValues(jsonOf(left), jsonOf(right)))).toBe(
          Math.sign(genuineCompare(left, right)),
        );
      }),
    );
  });

  it("orders doubles totally: -NaN, -Infinity, -0, 0, Infinity, NaN", () => {
    const rising = [
      float(0xfff8_0000_0000_0001n),
      float(0xfff8_0000_0000_0000n),
      float(0xfff0_0000_0000_0000n),
      -1.5,
      float(0x8000_0000_0000_0000n),
      0,
      5e-324,
      float(0x7ff0_0000_0000_0000n),
      float(0x7ff8_0000_0000_0000n),
    ];
    for (const [i, a] of rising.entries()) {
      for (const [j, b] of rising.entries()) expect(Math.sign(compareValues(a, b))).toBe(Math.sign(i - j));
    }
  });

  it("puts the commit timestamp placeholder with the largest int64", () => {
    expect(compareValues({ $commitTs: null }, jsonOf(2n ** 63n - 1n))).toBe(0);
    expect(compareValues({ $commitTs: null }, jsonOf(2n ** 63n - 2n))).toBeGreaterThan(0);
  });

  it("refuses an object that only looks like an encoded scalar", () => {
    expect(() => compareValues({ $integer: 1 }, 1)).toThrow("Malformed Convex JSON");
    expect(() => compareValues({ $integer: "AAAA" }, 1)).toThrow("Malformed Convex JSON");
  });
});

describe("compareUtf8", () => {
  it("sorts astral characters after the last of the basic plane, as their bytes do", () => {
    expect(compareUtf8("\u{1F600}", "\uffff")).toBeGreaterThan(0);
    const text = fc.string({ unit: codePoint });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
