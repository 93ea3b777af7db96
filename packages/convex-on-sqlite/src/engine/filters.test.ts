import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConvexJson, ConvexObject } from "../types";
import { compareValues } from "../values/order";
import { jsonOf } from "../../test/testValues";
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
  it("compares values of all types like indexes", () => {
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

  it("treats a missing field as undefined, which is less than null", () => {
    expect(accepts({ $eq: [field("missing"), literal({ $undefined: null })] })).toBe(true);
    expect(accepts({ $lt: [field("missing"), literal(null)] })).toBe(true);
    expect(accepts({ $eq: [field("deep.missing"), field("missing")] })).toBe(true);
  });

  const calculated = (expression: ConvexJson, result: ConvexJson) =>
    compileFilter({ $eq: [expression, literal(result)] })(document);
  const [LEAST, MOST] = [-(2n ** 63n), 2n ** 63n - 1n];

  it("calculates with numbers like JavaScript", () => {
    const number = fc.oneof(fc.double(), fc.integer({ min: -9, max: 9 }));
    fc.assert(
      fc.property(number, number, (a, b) => {
        const pair = [literal(jsonOf(a)), literal(jsonOf(b))];
        const is = (expression: ConvexJson, result: number): void =>
          expect(calculated(expression, jsonOf(Number.isNaN(result) ? NaN : result))).toBe(true);
        is({ $add: pair }, a + b);
        is({ $sub: pair }, a - b);
        is({ $mul: pair }, a * b);
        is({ $div: pair }, a / b);
        is({ $mod: pair }, a % b);
        is({ $neg: literal(jsonOf(a)) }, -a);
      }),
    );
  });

  it("calculates with 64-bit bigints and rejects overflows", () => {
    const bigint = fc.oneof(
      fc.bigInt({ min: LEAST, max: MOST }),
      fc.bigInt({ min: -9n, max: 9n }),
      fc.constantFrom(LEAST, LEAST / 2n, MOST / 2n, MOST),
    );
    const expectResult = (expression: ConvexJson, result: bigint): void => {
      if (result >= LEAST && result <= MOST) expect(calculated(expression, jsonOf(result))).toBe(true);
      else expect(() => calculated(expression, null)).toThrow("Integer overflow");
    };
    fc.assert(
      fc.property(bigint, bigint, (a, b) => {
        const pair = [literal(jsonOf(a)), literal(jsonOf(b))];
        expectResult({ $add: pair }, a + b);
        expectResult({ $sub: pair }, a - b);
        expectResult({ $mul: pair }, a * b);
        expectResult({ $neg: literal(jsonOf(a)) }, -a);
        for (const operator of ["$div", "$mod"]) {
          const expression = { [operator]: pair };
          if (b === 0n) expect(() => calculated(expression, null)).toThrow("Division of an integer by zero.");
          else expectResult(expression, operator === "$div" ? a / b : a % b);
        }
      }),
      {
        examples: [
          [5n, 0n],
          [LEAST, -1n],
        ],
      },
    );
  });

  it("rejects arithmetic with other or mixed types", () => {
    const [n, big, text] = [field("n"), field("big"), field("text")];
    for (const pair of [
      [n, big],
      [big, n],
      [n, text],
      [field("missing"), n],
    ])
      expect(() => accepts({ $add: pair })).toThrow('"$add" in a filter expression takes two numbers or two');
    expect(() => accepts({ $neg: text })).toThrow(
      '"$neg" in a filter expression takes a number or a bigint.',
    );
  });

  it("combines and negates conditions", () => {
    const yes = literal(true);
    const no = literal(false);
    expect(accepts({ $and: [yes, no] })).toBe(false);
    expect(accepts({ $or: [no, yes] })).toBe(true);
    expect(accepts({ $not: no })).toBe(true);
    expect(accepts({ $and: [] })).toBe(true);
    expect(accepts({ $or: [] })).toBe(false);
  });

  it("evaluates conditions lazily", () => {
    expect(accepts({ $and: [literal(false), literal("x")] })).toBe(false);
    expect(accepts({ $or: [literal(true), literal("x")] })).toBe(true);
  });

  it.each([
    ["a number alone", field("n"), "Cannot use value 5.0 (type Float64) as a Boolean"],
    ["a zero alone", field("zero"), "Cannot use value 0.0 (type Float64) as a Boolean"],
    ["a string in a conjunction", { $and: [literal(true), literal("x")] }, 'value "x" (type String)'],
    ["null in a disjunction", { $or: [literal(null)] }, "value null (type Null)"],
    ["a negated missing field", { $not: field("missing") }, "value undefined (type undefined)"],
    ["a bigint", field("big"), "(type Int64)"],
    ["an object", field("deep"), "value {list: [1.0]} (type Object)"],
  ])("accepts only booleans as conditions: not %s", (_, expression, message) => {
    expect(() => accepts(expression)).toThrow(message);
  });

  it("of an unknown form is rejected", () => {
    expect(() => compileFilter({ $like: [1, 2] })).toThrow('Unknown operator "$like"');
    for (const operands of [[], [field("n")], [field("n"), field("n"), field("n")]])
      expect(() => compileFilter({ $eq: operands })).toThrow("takes two operands");
    expect(() => compileFilter({ $and: literal(true) })).toThrow(
      '"$and" in a filter expression takes a list.',
    );
    for (const nothing of [null, true, {}])
      expect(() => compileFilter(nothing)).toThrow("A filter expression is empty.");
  });
});
