import fc from "fast-check";
import { convexToJson, type Value } from "convex/values";
import { expect, it } from "vitest";
import { exportText, parseExportText } from "./exportJson";

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.uint8Array({ maxLength: 9 }).map((bytes) => bytes.slice().buffer),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z]\w{0,4}$/), tie("value"), { maxKeys: 4 }),
  ),
}));

it("every value survives a snapshot file", () => {
  fc.assert(
    fc.property(value, (original) => {
      const json = convexToJson(original);
      expect(parseExportText(exportText(json))).toEqual(json);
    }),
  );
});

it("numbers say their type, and text keeps its digits", () => {
  const document = convexToJson({ float: 7, int: 7n, large: 1e21, zero: -0, text: 'say "7" and 8.0\\' });
  expect(exportText(document)).toBe(
    '{"float":7.0,"int":7,"large":1e+21,"text":"say \\"7\\" and 8.0\\\\","zero":-0.0}',
  );
});

it("integers beyond 64 bits are read as floats", () => {
  expect(parseExportText("[9223372036854775808, 3]")).toEqual([2 ** 63, convexToJson(3n)]);
});
