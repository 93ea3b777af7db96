/** Arbitrary Convex values for property tests. */
import { convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import type { ConvexJson } from "../src/types";
import { codePoint } from "../../../test/support/codePoint";

const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 8 }),
  fc.constantFrom("", "a", "a\0", "a\0b", "\uffff", "😀"),
);
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -300n, max: 300n }),
  fc.constantFrom(-(2n ** 31n), 2n ** 31n, -(2n ** 15n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)),
);
const float64 = fc.oneof(fc.double(), fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 1, -1), fc.integer());
const bytes = fc.uint8Array({ maxLength: 6 }).map((array): ArrayBuffer => new Uint8Array(array).buffer);
const field = fc.stringMatching(/^[a-z]\w{0,3}$/);

/** Any value, nested a few levels, as handlers see it. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    int64,
    float64,
    text,
    bytes,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(field, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** The Convex JSON of a value, as stored. */
export function jsonOf(value: Value): ConvexJson;
export function jsonOf(value: Value | undefined): ConvexJson | undefined;
export function jsonOf(value: Value | undefined): ConvexJson | undefined {
  return value === undefined ? undefined : convexToJson(value);
}
