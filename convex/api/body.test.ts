import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isJson, parseBody } from "./body";

const bytes = (text: string) => new TextEncoder().encode(text);

test("any object that JSON can write comes back as it was", () => {
  const object = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ stringUnit: "grapheme" }));
  fc.assert(
    fc.property(object, (given) => {
      const text = JSON.stringify(given);
      expect(JSON.stringify(parseBody(bytes(text), "application/json"))).toBe(text);
    }),
  );
});

test("whatever the bytes are, they are an object or refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (wild) => {
      try {
        expect(parseBody(new Uint8Array(wild), "application/json")).toBeTypeOf("object");
      } catch (error) {
        expect(error).toHaveProperty("status", 400);
      }
    }),
  );
});

test("of a repeated key the last one holds, as in every JSON parser of the platform", () => {
  expect(parseBody(bytes('{"a":1,"a":2}'), "application/json")).toEqual({ a: 2 });
});

test.each([
  ["application/json", true],
  ["APPLICATION/JSON;charset=UTF-8", true],
  ["application/json; charset=utf8; profile=x", true],
  ["application/json;", true],
  ["application/ld+json", true],
  ["application/json; charset=utf-16", false],
  ["text/json", false],
  ["application/json5", false],
  ["application/xjson", false],
  ["text/plain; application/json", false],
  ["", false],
  [null, false],
])("%j is JSON: %j", (type, expected) => expect(isJson(type)).toBe(expected));
