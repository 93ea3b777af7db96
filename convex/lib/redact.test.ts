import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { seeded } from "../../test/support/random";
import { quote, redactSecrets } from "./redact";
import { readSettings, secretsOf } from "./settings";

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/**
 * A token of the given alphabet, with a letter and a digit in it. All its characters are equally likely, as in real ones: the
 * generator's own strings repeat characters, and AAAAAAAAA-3-AAAA has the shape of a name.
 */
const made = (alphabet: string, length: number) =>
  fc
    .noShrink(fc.nat())
    .map((seed) => {
      const random = seeded(seed);
      return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
    })
    .filter((token) => /\d/.test(token) && /[A-Za-z]/.test(token));

describe("a quotation shows", () => {
  test.each([
    "3.9e-39",
    "threshold=3.9e-39",
    "-0.00000000000000000000000039e+12",
    "12345678901234567890",
    "2024-01-01T00:00:00.000Z",
    "20240101T000000.000Z",
    "minimumImportance",
    "Donaudampfschifffahrtsgesellschaft",
    "a-kebab-cased-name-of-many-words",
    "seeds[0].from.hour",
    "/consciousness/thoughtss",
    "/v1/memories/search/more/favicon.ico",
    "/memories/j976h0p28vs6rykpsdxrq5x8zt1j7n2d",
    "https://api.example.org:8443/v1/embeddings?page=2",
    "gpt-4o-mini-2024-07-18",
    "America/Argentina/Buenos_Aires",
    "application/x-www-form-urlencoded",
    "text/plain;charset=UTF-8",
    "about a quarter of an hour",
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
        fc.pre(!/[\x21-\x7e]{16}/.test(text));
        const quoted = quote(text);
        const cut = quoted.endsWith("…") && !JSON.stringify(text).endsWith("…");
        const inner: unknown = JSON.parse(cut ? quoted.slice(0, -1) : quoted);
        expect(inner).toBe(Array.from(text).slice(0, 100).join(""));
      }),
    );
  });
});

describe("a quotation hides", () => {
  test.each([
    "0123456789abcdef0123456789abcdef",
    "550e8400-e29b-41d4-a716-446655440000",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
    "9J8yR2kP/xQ+7fLm0Zb4Tg==",
    "FqPSnwBgyrEJZxA-VLfe_Xl5",
    "iCC6l9799_rk-G_yLGRf1FoC_1Zm92-mFXqoLVq0mP8",
    "sk-language-model-key",
    "AIzaSyDoNotUseThisKey",
  ])("%s", (token) => {
    expect(quote(token)).toBe('"[hidden]"');
    expect(quote(`{"key":"${token}"`)).toBe(JSON.stringify('{"key":"[hidden]"'));
  });

  test.each([
    ["hex", made("0123456789abcdef", 32)],
    ["base64url", made(BASE64URL, 32)],
  ])("a token in %s wherever it stands, even where the quotation would cut it", (_, tokens) => {
    fc.assert(
      fc.property(tokens, fc.string({ unit: codePoint, maxLength: 120 }), (token, before) => {
        expect(quote(`${before} ${token} tail`)).not.toContain(token.slice(0, 16));
        expect(quote(`/x/${token}`)).not.toContain(token);
      }),
    );
  });

  test("any long run alike where a configured secret is a word, so that no answer confirms a guess", () => {
    const secrets = ["correct-horse-battery-staple"];
    expect(quote("token: correct-horse-battery-staple", secrets)).toBe('"token: [hidden]"');
    expect(quote("token: correct-horse-battery-stable", secrets)).toBe('"token: [hidden]"');
    expect(quote("short words stay", secrets)).toBe('"short words stay"');
  });

  test("no long word where the configured secrets have a token's shape", () => {
    expect(quote("minimumImportance", ["0123456789abcdef0123456789abcdef"])).toBe('"minimumImportance"');
  });
});

test("the log hides configured secrets, but no short placeholder for a key", () => {
  const env = { LLM_API_KEY: "x", EMBEDDING_API_KEY: "a-real-key", TICK_TOKEN: "t".repeat(16) };
  const secrets = secretsOf(readSettings(env));
  expect(redactSecrets("max", secrets)).toBe("max");
  expect(redactSecrets("is it a-real-key?", secrets)).toBe("is it [hidden]?");
});
