import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { lengthOf } from "../text/phrasing";
import { cut, fairShares, inertJson, section, tagPattern } from "./sections";

describe("inert JSON", () => {
  test("stays the same value, on one line, without a tag or a hidden character", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: codePoint }), (value, text) => {
        const json = inertJson({ value, text });
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })));
        expect(json).not.toMatch(/[<>\n\r\u200b\u2028\u202e]/);
      }),
    );
  });

  test("shows nothing that nobody sees, whatever its kind", () => {
    const hidden = [
      "\u{e0041}\u{e007f}",
      "\u{e0100}",
      "\u{e01ef}",
      "a\ufe00",
      "a\ufe0f",
      "1\ufe0f",
      "\u180e",
      "\u115f\u1160\u3164\uffa0",
      "\u034f\u2064\u00ad",
      "a\u200db\u200c",
      "\ufffa",
    ];
    for (const text of hidden) {
      const json = inertJson(text);
      expect(json).toMatch(/^"[\x20-\x7e]+"$/);
      expect(JSON.parse(json)).toBe(text);
    }
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        // Joiners and selectors that belong to what is seen have a test of their own.
        expect(inertJson(text)).not.toMatch(
          /(?![\u200c\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u,
        );
      }),
    );
  });

  test("leaves whole what an emoji or a word is written with", () => {
    for (const text of [
      "👩\u200d🚒",
      "🧔🏽\u200d♂\ufe0f",
      "❤\ufe0f\u200d🔥",
      "1\ufe0f\u20e3",
      "می\u200cخواهم",
      "क्\u200dष",
    ])
      expect(inertJson(text)).toBe(`"${text}"`);
  });
});

test("a cut keeps whole code points, at most so many, from the start", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(50), (text, most) => {
      const kept = cut(text, most);
      expect(text.startsWith(kept)).toBe(true);
      expect(lengthOf(kept)).toBe(Math.min(most, lengthOf(text)));
    }),
  );
});

test("fair shares spend no more than the budget and cut only the longest", () => {
  const lengths = fc.array(fc.nat(20_000), { maxLength: 24 });
  fc.assert(
    fc.property(lengths, fc.nat(16_000), (texts, budget) => {
      const shares = fairShares(texts, budget);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(budget);
      const short = shares.filter((share, i) => share < (texts[i] ?? 0));
      for (const share of short) expect(share).toBeGreaterThanOrEqual(Math.max(0, ...shares) - 1);
    }),
  );
});

test("a tag is found as it was written, escaped or not", () => {
  const tag = tagPattern(["now", "log"]);
  expect(section("now", ["a", "b"])).toBe("<now>\na\nb\n</now>");
  for (const text of ["as </now> says", "\\u003cLOG\\u003e"]) expect(text).toMatch(tag);
  expect("now, in the log, 3 < 4 > 2").not.toMatch(tag);
});
