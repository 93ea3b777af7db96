import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { paged, since, text } from "./common";
import { metadata } from "./metadata";

describe("text", () => {
  const five = text(5);

  test.each(["a", " a ", "12345", `${" ".repeat(50)}12345\n`, "😀😀😀😀😀", "👩‍👩‍👧"])(
    "takes %j, untrimmed",
    (value) => expect(five.parse(value)).toBe(value),
  );

  test.each(["", " ", "\n\t\u3000\ufeff", "123456", "😀😀😀😀😀😀", "1    6"])("refuses %j", (value) =>
    expect(five.safeParse(value).success).toBe(false),
  );

  test("counts code points, not UTF-16 units", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 12 }), (value) => {
        const length = Array.from(value.trim()).length;
        expect(five.safeParse(value).success).toBe(length >= 1 && length <= 5);
      }),
    );
  });
});

describe("numbers in queries", () => {
  const { limit, offset } = paged(20);

  test("are only digits with an optional fraction", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.+-eExN ") }), (value) => {
        expect(since.safeParse(value).success).toBe(
          /^\d+(\.\d+)?$/.test(value) && Number(value) <= Number.MAX_SAFE_INTEGER,
        );
      }),
    );
  });

  test.each([
    [limit, undefined, 20],
    [limit, "1", 1],
    [limit, "100", 100],
    [limit, "007", 7],
    [offset, undefined, 0],
    [offset, "9007199254740991", 9007199254740991],
    [since, "0.5", 0.5],
  ])("%# reads %j, %j", (schema, value, expected) => expect(schema.parse(value)).toBe(expected));
});

describe("metadata", () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

  test("may have 8 levels and no more", () => {
    expect(metadata.safeParse(nested(8)).success).toBe(true);
    expect(metadata.safeParse(nested(9)).success).toBe(false);
    expect(metadata.safeParse({ a: [[[[[[[]]]]]]] }).success).toBe(true);
    expect(metadata.safeParse({ a: [[[[[[[[]]]]]]]] }).success).toBe(false);
  });

  test("may have 16 KiB as compact UTF-8 and no more", () => {
    const filled = (bytes: number) => ({ a: `é${"x".repeat(bytes - '{"a":"é"}'.length - 1)}` });
    expect(metadata.safeParse(filled(16_384)).success).toBe(true);
    expect(metadata.safeParse(filled(16_385)).success).toBe(false);
  });

  test("keeps its keys in order, including `__proto__`", () => {
    const json = '{"b":1,"__proto__":{"x":1},"a":null,"constructor":2}';
    expect(JSON.stringify(metadata.parse(JSON.parse(json)))).toBe(json);
  });
});
