import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { quote, redactSecrets } from "./redact";
import { readSettings, secretsOf } from "./settings";

const SECRET = "correct-horse/battery+staple";

describe("a quotation shows", () => {
  test.each([
    "3.9e-39",
    "2024-01-01T00:00:00.000Z",
    "minImportance",
    "/consciousness/thoughtss",
    "/memories/j976h0p28vs6rykpsdxrq5x8zt1j7n2d",
    "text/plain;charset=UTF-8",
  ])("%s as it was sent", (text) => expect(quote(text)).toBe(JSON.stringify(text)));

  test.each([
    [7, "7"],
    [3.9e-39, "3.9e-39"],
    [true, "true"],
    [null, "null"],
    [undefined, "nothing"],
    [[1, 2], "an array"],
    [{ a: 1 }, "an object"],
    ["a\n\u0000", '"a\\n\\u0000"'],
  ])("%j as %s", (value, expected) => expect(quote(value)).toBe(expected));

  test("at most 100 characters, and never half of one", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) => {
        const quoted = quote(text);
        fc.pre(!quoted.includes("[hidden]"));
        const cut = quoted.endsWith("…") && !JSON.stringify(text).endsWith("…");
        const inner: unknown = JSON.parse(cut ? quoted.slice(0, -1) : quoted);
        expect(inner).toBe(Array.from(text).slice(0, 100).join(""));
      }),
    );
  });
});

describe("a quotation hides a configured secret", () => {
  test("wherever it stands, even where the quotation would cut it", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 120 }), (before) => {
        expect(quote(`${before}${SECRET} tail`, [SECRET])).not.toContain("correct-h");
      }),
    );
  });

  test("and what is as long, so that no answer confirms a guess", () => {
    for (const text of ["correct-horse-staple", "0123456789abcdef!", "x".repeat(16)])
      expect(quote(`token: ${text}`, [SECRET])).toBe('"token: [hidden]"');
  });

  test("as a URL has it", () => {
    const generated = "0123456789abcdef/+";
    expect(quote(`/state/${encodeURIComponent(generated)}`, [generated])).toBe('"/state/[hidden]"');
  });
});

test("the log hides configured secrets, but no short placeholder for a key", () => {
  const env = { LLM_API_KEY: "x", EMBEDDING_API_KEY: "a-real-key", TICK_TOKEN: "t".repeat(16) };
  const secrets = secretsOf(readSettings(env));
  expect(redactSecrets("max", secrets)).toBe("max");
  expect(redactSecrets("is it a-real-key?", secrets)).toBe("is it [hidden]?");
});
