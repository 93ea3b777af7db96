import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { parseQuery } from "./query";

test("reads what URLSearchParams writes", () => {
  const parameters = fc.dictionary(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }));
  fc.assert(
    fc.property(parameters, (given) => {
      const search = `?${new URLSearchParams(Object.entries(given))}`;
      expect([...parseQuery(search)]).toEqual(Object.entries(given));
    }),
  );
});

test.each([
  ["", []],
  ["?", []],
  ["?&&", []],
  ["?a", [["a", ""]]],
  ["?a=b=c", [["a", "b=c"]]],
  ["?a+b=c%20d+e", [["a b", "c d e"]]],
  ["?%E2%82%AC=%f0%9f%98%80", [["€", "😀"]]],
])("reads %j", (search, expected) => expect([...parseQuery(search)]).toEqual(expected));

test.each(["?a=%", "?a=%2", "?a=%zz", "?a=%ff", "?%c3=1", "?a=%ed%a0%80", "?a=1&a=1", "?a=1&%61=2"])(
  "refuses %j",
  (search) => expect(() => parseQuery(search)).toThrow("400"),
);
