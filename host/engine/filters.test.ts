import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConvexJson, ConvexObject } from "../types";
import { compareValues } from "../values/order";
import { compileFilter } from "./filters";

const document: ConvexObject = {
  n: 5,
  zero: 0,
  text: "b",
  deep: { list: [1] },
  big: { $integer: "BQAAAAAAAAA=" },
};
const accepts = (expression: ConvexJson) => compileFilter(expression)(document);
const field = (path: string) => ({ $field: path });
const literal = (value: ConvexJson) => ({ $literal: value });

describe("a filter expression", () => {
  it("compares as indexes do, whatever the types", () => {
    const values = fc.oneof(fc.double({ noNaN: true }), fc.string(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(values, values, (a, b) => {
        const order = compareValues(a, b);
        const test = (operator: string) => compileFilter({ [operator]: [literal(a), literal(b)] })({});
        expect([test("$lt"), test("$lte"), test("$eq"), test("$neq"), test("$gte"), test("$gt")]).toEqual([
          order < 0,
          order <= 0,
          order === 0,
          order !== 0,
          order >= 0,
          order > 0,
        ]);
      }),
    );
  });

  it("takes a missing field for undefined, which is less than null", () => {
    expect(accepts({ $eq: [field("missing"), literal({ $undefined: null })] })).toBe(true);
    expect(accepts({ $lt: [field("missing"), literal(null)] })).toBe(true);
    expect(accepts({ $eq: [field("deep.missing"), field("missing")] })).toBe(true);
  });

  it("calculates with numbers and with bigints, but not across them", () => {
    expect(accepts({ $eq: [{ $add: [field("n"), literal(2)] }, literal(7)] })).toBe(true);
    expect(accepts({ $eq: [{ $mod: [field("n"), literal(3)] }, literal(2)] })).toBe(true);
    expect(accepts({ $eq: [{ $neg: field("n") }, literal(-5)] })).toBe(true);
    expect(
      accepts({ $eq: [{ $mul: [field("big"), field("big")] }, literal({ $integer: "GQAAAAAAAAA=" })] }),
    ).toBe(true);
    expect(() => accepts({ $add: [field("n"), field("big")] })).toThrow("takes two numbers or two bigints");
    // The largest there is, of 64 bits: twice that is none.
    const largest = literal({ $integer: "/////////38=" });
    expect(() => accepts({ $eq: [{ $add: [largest, largest] }, largest] })).toThrow("Integer overflow");
  });

  it("joins and turns round conditions", () => {
    const yes = literal(true);
    const no = literal(false);
    expect(accepts({ $and: [yes, no] })).toBe(false);
    expect(accepts({ $or: [no, yes] })).toBe(true);
    expect(accepts({ $not: no })).toBe(true);
    expect(accepts({ $and: [] })).toBe(true);
    expect(accepts({ $or: [] })).toBe(false);
  });

  it("looks at no more of a list of conditions than decides it", () => {
    expect(accepts({ $and: [literal(false), literal("x")] })).toBe(false);
    expect(accepts({ $or: [literal(true), literal("x")] })).toBe(true);
  });

  it.each([
    ["a number alone", field("n"), "Cannot use value 5.0 (type Float64) as a Boolean"],
    ["a zero alone", field("zero"), "Cannot use value 0.0 (type Float64) as a Boolean"],
    ["a text in a conjunction", { $and: [literal(true), literal("x")] }, 'value "x" (type String)'],
    ["null in a disjunction", { $or: [literal(null)] }, "value null (type Null)"],
    ["a missing field turned round", { $not: field("missing") }, "value undefined (type undefined)"],
    ["a bigint", field("big"), "(type Int64)"],
    ["an object", field("deep"), "value {list: [1.0]} (type Object)"],
  ])("takes nothing but booleans for conditions: not %s", (_, expression, message) => {
    expect(() => accepts(expression)).toThrow(message);
  });

  it("of an unknown form is refused", () => {
    expect(() => compileFilter({ $like: [1, 2] })).toThrow('Unknown operator "$like"');
    expect(() => compileFilter({ $eq: [1] })).toThrow("takes two operands");
  });
});
