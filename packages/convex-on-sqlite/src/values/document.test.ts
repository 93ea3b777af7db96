/** Limits on values at their edges, and sizes counted like the library. */
import { getConvexSize } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConvexJson } from "../types";
import { sizeOf, storedSize, valueError } from "./document";
import { anyValue, jsonOf } from "../../test/testValues";

const MEBIBYTE = 1_048_576;
const nested = (levels: number): ConvexJson => (levels === 0 ? 1 : [nested(levels - 1)]);
const nestedObjects = (levels: number): ConvexJson => (levels === 0 ? 1 : { a: nestedObjects(levels - 1) });
const fields = (count: number): ConvexJson =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]));

describe("valueError", () => {
  it("accepts every value of the library", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(valueError(jsonOf(value))).toBeNull();
      }),
    );
  });

  it.each<[string, ConvexJson]>([
    ["64 levels", nested(64)],
    ["64 levels of objects", nestedObjects(64)],
    ["an empty field name", { "": 1 }],
    ["8192 elements", Array<ConvexJson>(8192).fill(0)],
    ["1024 fields", fields(1024)],
    ["a field name of 1024 characters", { ["x".repeat(1024)]: 1 }],
    ["a nested field that starts with an underscore", { a: { _id: 1 } }],
  ])("accepts %s", (_what, value) => {
    expect(valueError(value)).toBeNull();
  });

  it.each<[string, ConvexJson, string]>([
    ["65 levels", nested(65), "too nested"],
    ["65 levels of objects", nestedObjects(65), "too nested"],
    [
      "8193 elements",
      Array<ConvexJson>(8193).fill(0),
      "Array length is too long (8193 > maximum length 8192)",
    ],
    ["1025 fields", fields(1025), "Object has too many fields (1025 > maximum number 1024)"],
    ["a field name of 1025 characters", { ["x".repeat(1025)]: 1 }, "Field name is too long"],
    ["a reserved field name after others", { a: 1, $b: 1 }, "starts with '$'"],
    ["a field name outside ASCII", { ключ: 1 }, "non-control ASCII"],
    ["a control character in a field name", { "a\n": 1 }, "non-control ASCII"],
    ["half a surrogate pair", ["\ud800"], "unpaired surrogate"],
    ["undefined, encoded", { a: { $undefined: null } }, "not a valid Convex value"],
    ["an int64 of four bytes", { $integer: "AAAAAA==" }, "not a valid Convex value"],
    ["non-canonical bytes", { $bytes: "AAF=" }, "not a valid Convex value"],
    ["a non-canonical 1", { $float: "AAAAAAAA8D8=" }, "not a valid Convex value"],
  ])("rejects %s", (_what, value, message) => {
    expect(valueError(value)).toContain(message);
  });

  it("quotes only the beginning of a rejected value", () => {
    const long = "x".repeat(2_000);
    expect(valueError({ $what: long })).toMatch(/^\{"\$what":"x{90} is not a valid Convex value/);
    expect(valueError({ [long]: 1 })).toMatch(/: 'x{64}…'$/);
  });
});

describe("storedSize", () => {
  it("accepts system fields and rejects similar names", () => {
    expect(storedSize({ _id: "x", _creationTime: 1 })).toBe(sizeOf({ _id: "x", _creationTime: 1 }));
    expect(() => storedSize({ _private: 1 })).toThrow("starts with an underscore");
  });

  it("accepts 16 levels, including the document itself, and rejects one more", () => {
    expect(storedSize({ list: nested(15) })).toBeGreaterThan(0);
    expect(() => storedSize({ list: nested(16) })).toThrow(
      "Document is too nested (nested 17 levels deep > maximum nesting 16)",
    );
  });

  it("accepts all passable values in a system table's document", () => {
    expect(storedSize({ args: nested(63) }, true)).toBeGreaterThan(0);
  });

  it("accepts 1 MiB and rejects a byte more", () => {
    const rest = sizeOf({ text: "" });
    expect(storedSize({ text: "x".repeat(MEBIBYTE - rest) })).toBe(MEBIBYTE);
    expect(() => storedSize({ text: "x".repeat(MEBIBYTE - rest + 1) })).toThrow(
      "Value is too large (1.01 MiB > maximum size 1 MiB)",
    );
  });
});

describe("sizeOf", () => {
  it("agrees with the library", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(sizeOf(jsonOf(value))).toBe(getConvexSize(value));
      }),
    );
    expect(sizeOf({ $commitTs: null })).toBe(9);
  });
});
