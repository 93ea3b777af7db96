import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { expectProportional } from "../../test/functions/growth";
import { nfc, nfd, nfkc } from "./unicode";

const FORMS = [
  ["NFKC", nfkc],
  ["NFC", nfc],
  ["NFD", nfd],
] as const;

const marks = fc.constantFrom("\u0301", "\u0316", "\u0327", "\u0f73", "\uff9e", "\u064b", "\u05b0");

test.each(FORMS)("%s equals String.normalize for at most thirty marks in a row", (name, form) => {
  const word = fc
    .tuple(fc.string({ unit: codePoint, maxLength: 8 }), fc.string({ unit: marks, maxLength: 20 }))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const text = words.join(" ");
      expect(form(text)).toBe(text.normalize(name));
    }),
  );
});

test.each(FORMS)("%s takes linear time for long runs of marks", (_, form) => {
  expectProportional((length) => form(`a${"\u0301\u0316\u0327\uff9e".repeat(length / 4)}`), 65_536);
});

test("NFKC at most doubles a long text, and still expands a sign among other words", () => {
  const signs = fc.constantFrom("\ufdfa", "\ufdfb", "\u3316", "\u2a74", "½", "ﬃ", "a", " ");
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 2000 }), (text) => {
      expect(nfkc(text).length).toBeLessThanOrEqual(2 * text.length + 200);
    }),
  );
  const text = "He said it, ﷺ, at ½ past two. ".repeat(20);
  expect(nfkc(text)).toBe(text.normalize("NFKC"));
});

test.each(FORMS)("%s keeps texts different that differ in a late mark", (_, form) => {
  const piled = `a${"\u0301\u0316".repeat(100)}`;
  expect(form(`${piled}\u0327`)).not.toBe(form(piled));
  expect(form(`${piled}\u0327`)).toBe(form(`${piled}\u0327`));
});

test.each(FORMS)("%s is idempotent", (_, form) => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("\u0301", "\u0316", "\u0327"), maxLength: 200 }),
      (pile) => {
        const once = form(`x${pile}`);
        expect(form(once)).toBe(once);
      },
    ),
  );
});
