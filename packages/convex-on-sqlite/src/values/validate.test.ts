/** Validators accept matching values and report mismatches with Convex's messages. */
import { v, type GenericValidator } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConvexJson, ValidatorJson } from "../types";
import { anyValue, jsonOf } from "../../test/testValues";
import { printValidator } from "./print";
import { findMismatch, validationError } from "./validate";

const USER = "user-id";
/** Fails for values that are not strings, like the engine's. */
const tableOf = (id: string): string | null => (id.normalize() === USER ? "users" : null);

function jsonOfValidator(validator: GenericValidator): ValidatorJson {
  // The JSON form is not in the library's public type; it is the output of `exportArgs()`.
  return (validator as unknown as { json: ValidatorJson }).json;
}

function check(validator: GenericValidator, value: ConvexJson | undefined): string | null {
  return validationError(jsonOfValidator(validator), value, tableOf);
}

const INT: ConvexJson = jsonOf(7n);

describe("validationError", () => {
  it.each<[string, GenericValidator, ConvexJson]>([
    ["null", v.null(), null],
    ["number", v.number(), 1.5],
    ["NaN", v.number(), jsonOf(NaN)],
    ["int64", v.int64(), INT],
    ["a resolved commit timestamp", v.commitTs(), INT],
    ["an unresolved commit timestamp", v.commitTs(), { $commitTs: null }],
    ["boolean", v.boolean(), false],
    ["string", v.string(), ""],
    ["bytes", v.bytes(), { $bytes: "AAE=" }],
    ["any", v.any(), { deep: [1] }],
    ["a literal", v.literal("a"), "a"],
    ["an int64 literal", v.literal(7n), INT],
    ["an id of its table", v.id("users"), USER],
    ["an array", v.array(v.string()), ["a", "b"]],
    ["a record", v.record(v.string(), v.number()), { a: 1 }],
    ["an object without its optional field", v.object({ a: v.optional(v.number()) }), {}],
    ["the second of a union", v.union(v.string(), v.null()), null],
  ])("accepts %s", (_what, validator, value) => {
    expect(check(validator, value)).toBeNull();
  });

  it.each<[string, GenericValidator, ConvexJson]>([
    ["int64 for number", v.number(), INT],
    ["number for int64", v.int64(), 7],
    ["an unresolved commit timestamp for int64", v.int64(), { $commitTs: null }],
    ["an encoded int64 for an object", v.record(v.string(), v.string()), INT],
    ["null for an optional field", v.object({ a: v.optional(v.number()) }), { a: null }],
    ["an object for an array", v.array(v.any()), {}],
    ["malformed Convex JSON for any", v.any(), { $integer: 3 }],
    ["an infinite number", v.number(), Infinity],
    ["an infinite number in an array", v.array(v.number()), [1, -Infinity]],
  ])("rejects %s", (_what, validator, value) => {
    expect(check(validator, value)).toContain("does not match validator");
  });

  const VALUES: readonly [kind: string, ConvexJson][] = [
    ["null", null],
    ["boolean", true],
    ["float64", 0],
    ["float64", jsonOf(-0)],
    ["int64", INT],
    ["commitTs", { $commitTs: null }],
    ["string", "text"],
    ["id", USER],
    ["bytes", { $bytes: "AAE=" }],
    ["array", []],
    ["object", {}],
  ];
  const OF_ONE_KIND: readonly [GenericValidator, ...kinds: string[]][] = [
    [v.null(), "null"],
    [v.boolean(), "boolean"],
    [v.number(), "float64"],
    [v.int64(), "int64"],
    [v.commitTs(), "commitTs", "int64"],
    [v.string(), "string", "id"],
    [v.id("users"), "id"],
    [v.bytes(), "bytes"],
    [v.array(v.any()), "array"],
    [v.record(v.string(), v.any()), "object"],
    [v.object({}), "object"],
  ];

  it("accepts only its own kind of value, alone and nested", () => {
    for (const [validator, ...kinds] of OF_ONE_KIND)
      for (const [kind, value] of VALUES) {
        const isRight = kinds.includes(kind);
        const rights = VALUES.filter(([kind]) => kinds.includes(kind)).map(([, value]) => value);
        expect(check(validator, value) === null).toBe(isRight);
        expect(check(v.array(validator), [...rights, value, ...rights]) === null).toBe(isRight);
        expect(check(v.record(v.string(), validator), { a: rights[0] ?? null, b: value }) === null).toBe(
          isRight,
        );
        const fields = { a: validator, b: validator, c: v.optional(validator) };
        expect(check(v.object(fields), { a: rights[0] ?? null, b: value }) === null).toBe(isRight);
        expect(check(v.union(v.literal("other"), validator), value) === null).toBe(isRight);
      }
  });

  it("accepts every value as any", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(check(v.any(), jsonOf(value))).toBeNull();
      }),
    );
  });

  it("names path, value and validator of a mismatch", () => {
    expect(check(v.object({ a: v.array(v.object({ b: v.string() })) }), { a: [{ b: "x" }, { b: 1 }] })).toBe(
      "Value does not match validator.\nPath: .a[1].b\nValue: 1.0\nValidator: v.string()",
    );
  });

  it("names a missing field", () => {
    expect(check(v.object({ name: v.string(), age: v.optional(v.number()) }), {})).toBe(
      "Object is missing the required field `name`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\n" +
        "Object: {}\nValidator: v.object({age: v.optional(v.float64()), name: v.string()})",
    );
  });

  it("checks every field of an object, declared ones first", () => {
    const fields = { a: v.number(), b: v.optional(v.number()), c: v.number() };
    const declared = { a: 1, b: 2, c: 3 };
    expect(check(v.object(fields), declared)).toBeNull();
    for (const field of Object.keys(fields))
      expect(check(v.object(fields), { ...declared, [field]: "x", extra: 1 })).toContain(`Path: .${field}\n`);
    expect(check(v.object(fields), { a: 1, b: 2, extra: 1 })).toContain("missing the required field `c`");
    expect(check(v.object(fields), { ...declared, extra: 1 })).toContain("extra field `extra`");
  });

  it("names an extra field, with the path where the object is nested", () => {
    expect(check(v.object({ a: v.object({}) }), { a: { x: null, "odd name": INT } })).toBe(
      "Object contains extra field `x` that is not in the validator.\nPath: .a\n" +
        'Object: {x: null, "odd name": 7n}\nValidator: v.object({})',
    );
  });

  it("does not treat inherited properties as declared fields", () => {
    expect(check(v.object({}), { toString: 1 })).toContain("extra field `toString`");
    expect(check(v.object({ toString: v.any() }), {})).toContain("missing the required field `toString`");
  });

  it("names both tables of an id", () => {
    expect(check(v.object({ team: v.id("teams") }), { team: USER })).toBe(
      `Found ID "${USER}" from table \`users\`, which does not match the table name in validator \`v.id("teams")\`.Path: .team`,
    );
    expect(check(v.id("teams"), "nonsense")).toBe(
      'Value does not match validator.\n\nValue: "nonsense"\nValidator: v.id("teams")',
    );
  });

  it("reports any value that does not match a literal", () => {
    for (const value of [{ a: { $b: 1 } }, [{ "\u0436": 1 }], { $integer: "BwAAAAAAAAE=" }, -1, jsonOf(-0)])
      for (const literal of [v.literal(0), v.literal(7n), v.literal("a")])
        expect(check(literal, value)).toContain("does not match literal validator");
  });

  it("names a literal", () => {
    expect(check(v.literal("a"), "b")).toBe('`"b"` does not match literal validator `v.literal("a")`.');
  });

  it("names the whole union when no member matches", () => {
    expect(check(v.union(v.literal("a"), v.object({ n: v.int64() })), 1)).toBe(
      'Value does not match validator.\n\nValue: 1.0\nValidator: v.union(v.literal("a"), v.object({n: v.int64()}))',
    );
  });

  it("checks the keys of a record", () => {
    expect(check(v.record(v.id("users"), v.any()), { [USER]: 1 })).toBeNull();
    expect(check(v.record(v.id("users"), v.any()), { someone: 1 })).toContain('Value: "someone"');
  });

  it("provides the place and rule on one line, without any part of the value or a record's keys", () => {
    const value = "Said by\nsomebody";
    const placeAndRule = (validator: GenericValidator, value: ConvexJson): string => {
      const mismatch = findMismatch(jsonOfValidator(validator), value, tableOf);
      return `${mismatch?.path} ${mismatch?.rule()}`;
    };
    expect(placeAndRule(v.object({ a: v.array(v.number()) }), { a: [1, value] })).toBe(
      ".a[1] it must be v.float64()",
    );
    expect(placeAndRule(v.object({ a: v.id("users") }), { a: value })).toBe('.a it must be v.id("users")');
    expect(placeAndRule(v.object({ a: v.literal("x") }), { a: value })).toBe('.a it must be v.literal("x")');
    expect(placeAndRule(v.object({ b: v.any() }), { a: value })).toBe(" the required field `b` is missing");
    expect(placeAndRule(v.object({}), { a: value })).toBe(" the extra field `a` is not in the validator");
    for (const rule of [v.record(v.id("users"), v.any()), v.record(v.string(), v.null())])
      expect(placeAndRule(v.object({ a: rule }), { a: { [value]: value } })).toMatch(
        /^\.a it must be v\.(id|null)\(.*\)$/,
      );
    const many = v.union(...Array.from({ length: 100 }, (_, n) => v.literal(n)));
    expect(placeAndRule(many, value)).toMatch(/^ it must be v\.union\(v\.literal\(0\.0\), .{170,180}…$/);
  });

  it("cuts a long value", () => {
    expect(check(v.null(), "x".repeat(1e6))?.length).toBeLessThan(5_000);
  });
});

describe("printValidator", () => {
  it("prints the source that declares the validator", () => {
    const validator = v.object({
      list: v.array(v.union(v.null(), v.boolean(), v.bytes())),
      map: v.record(v.id("users"), v.any()),
      "odd key": v.optional(v.commitTs()),
    });
    expect(printValidator(jsonOfValidator(validator))).toBe(
      'v.object({list: v.array(v.union(v.null(), v.boolean(), v.bytes())), map: v.record(v.id("users"), v.any()), "odd key": v.optional(v.commitTs())})',
    );
  });
});
