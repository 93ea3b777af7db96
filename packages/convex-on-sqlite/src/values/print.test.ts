import { expect, it } from "vitest";
import type { ConvexJson } from "../types";
import { printValue } from "./print";

it("prints values as Convex's messages do", () => {
  const value: ConvexJson = {
    none: [],
    empty: {},
    "with space": [1, -1.5, 'a"b', null, true],
    count: { $integer: "AQAAAAAAAAA=" },
    bytes: { $bytes: "AAE=" },
    malformed: { $what: 1 },
  };
  expect(printValue(value)).toBe(
    '{none: [], empty: {}, "with space": [1.0, -1.5, "a\\"b", null, true], count: 1n, bytes: Bytes("AAE="), malformed: {"$what":1}}',
  );
  expect(printValue(undefined)).toBe("undefined");
});

it("cuts a long text without splitting a surrogate pair", () => {
  const whole = "x".repeat(4_094);
  expect(printValue(whole)).toBe(`"${whole}"`);
  expect(printValue(`${whole}x`)).toBe(`"${whole}x[...truncated]`);
  expect(printValue(`${"x".repeat(4_094)}\u{1f600}`)).toBe(`"${"x".repeat(4_094)}\ufffd[...truncated]`);
});

it("prints values nested deeper than allowed", () => {
  const deep = JSON.parse("[".repeat(50_000) + "]".repeat(50_000)) as ConvexJson;
  expect(printValue(deep)).toBe(`${"[".repeat(65)}...${"]".repeat(65)}`);
});
