import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { readSettings } from "../lib/settings";
import { hide, quote, quotePath, secretsOf } from "./quote";

test("repeats at most 100 characters, and never half of one", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) => {
      fc.pre(!/[\x21-\x7e]{16}/.test(text));
      const quoted = quote(text);
      const cut = quoted.endsWith("…") && !JSON.stringify(text).endsWith("…");
      const inner: unknown = JSON.parse(cut ? quoted.slice(0, -1) : quoted);
      expect(inner).toBe(Array.from(text).slice(0, 100).join(""));
    }),
  );
});

/** Printable ASCII without spaces, sixteen characters at least: what a token may be. */
const token = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 16, maxLength: 80 })
  .map((codes) => String.fromCharCode(...codes));
/** What tokens are made of wherever a machine made them. */
const made = fc.string({
  unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
  minLength: 22,
  maxLength: 64,
});

test("never repeats a token, wherever it stands and even where the excerpt would cut it", () => {
  fc.assert(
    fc.property(made, fc.string({ unit: codePoint, maxLength: 120 }), (secret, before) => {
      expect(quote(`${before} ${secret} tail`)).not.toContain(secret.slice(0, 16));
      expect(quotePath(`/${secret}/x`)).toBe('"/[hidden]/x"');
    }),
  );
});

test("says the same of any two that may be tokens", () => {
  fc.assert(
    fc.property(token, token, (a, b) => {
      fc.pre(![a, b].some((one) => one.includes('"')));
      expect(quote(`x ${a}`)).toBe(quote(`x ${b}`));
    }),
  );
});

test.each([
  "2024-01-01T00:00:00.000Z",
  "minimumImportance",
  "seeds[0].from.hour",
  "application/x-www-form-urlencoded",
  "text/plain;charset=UTF-8",
  "about a quarter of an hour",
])("shows %s as it was sent", (text) => expect(quote(text)).toBe(JSON.stringify(text)));

test.each([
  ["/memorys", '"/memorys"'],
  ["/memories/serach/", '"/memories/serach/"'],
  ["/v1/favicon.ico", '"/v1/favicon.ico"'],
  ["/AbC/dEf123", '"/[hidden]/[hidden]"'],
])("shows of the path %s %s", (path, shown) => expect(quotePath(path)).toBe(shown));

test("of what was meant as JSON, hides the values that look like one", () => {
  expect(quote('{"type":"news","key":"0123456789abcdef"')).toBe(
    JSON.stringify('{"type":"news","key":"[hidden]"'),
  );
});

test.each([
  [7, "7"],
  [true, "true"],
  [null, "null"],
  [undefined, "nothing"],
  [[1, 2], "an array"],
  [{ a: 1 }, "an object"],
  ["a\n\u0000", '"a\\n\\u0000"'],
])("shows %j as %s", (value, expected) => expect(quote(value)).toBe(expected));

test("hides in the log no word that only stands for a key", () => {
  const env = { LLM_API_KEY: "x", EMBEDDING_API_KEY: "a-real-key", TICK_TOKEN: "t".repeat(16) };
  const secrets = secretsOf(readSettings(env));
  expect(hide("max", secrets)).toBe("max");
  expect(hide("is it a-real-key?", secrets)).toBe("is it [hidden]?");
});
