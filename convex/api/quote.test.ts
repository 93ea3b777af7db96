import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readSettings } from "../settings";
import { quote, secretsOf } from "./quote";
import { codePoint } from "../../test/support/codePoint";

test("repeats at most 100 characters, and never half of one", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) => {
      const quoted = quote(text);
      const cut = quoted.endsWith("…") && !JSON.stringify(text).endsWith("…");
      const inner: unknown = JSON.parse(cut ? quoted.slice(0, -1) : quoted);
      expect(inner).toBe(Array.from(text).slice(0, 100).join(""));
    }),
  );
});

test("never repeats a secret, wherever it stands and even where the excerpt would cut it", () => {
  const secret = "0123456789abcdef";
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 0, maxLength: 120 }), (before, padding) => {
      const quoted = quote(`${before}${padding}${secret} tail`, [secret]);
      expect(quoted).not.toContain(secret.slice(0, 8));
    }),
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

test("hides no word that only stands for a key", () => {
  const env = { LLM_API_KEY: "x", EMBEDDING_API_KEY: "a-real-key", TICK_TOKEN: "t".repeat(16) };
  const secrets = secretsOf(readSettings(env));
  expect(quote("max", secrets)).toBe('"max"');
  expect(quote("is it a-real-key?", secrets)).toBe('"is it [hidden]?"');
});
