import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ago,
  clipped,
  counted,
  duration,
  excerpt,
  fullStop,
  lengthOf,
  listed,
  oneLine,
  ordinal,
  partOf,
  quoted,
  times,
} from "./phrasing";

const MINUTE = 60_000;

describe("durations", () => {
  test.each([
    [0, "less than a minute"],
    [59_999, "less than a minute"],
    [MINUTE, "a minute"],
    [3.9 * MINUTE, "four minutes"],
    [59.5 * MINUTE, "an hour"],
    [40 * MINUTE, "40 minutes"],
    [60 * MINUTE, "an hour"],
    [119 * MINUTE, "two hours"],
    [9 * 60 * MINUTE, "nine hours"],
    [47 * 60 * MINUTE, "47 hours"],
    [72 * 60 * MINUTE, "three days"],
  ])("%d ms is %s", (ms, words) => expect(duration(ms)).toBe(words));

  test("ago is just now within a minute, and after the clock was set back", () => {
    expect(ago(0, 3 * MINUTE)).toBe("three minutes ago");
    expect(ago(0, 30_000)).toBe("just now");
    expect(ago(MINUTE, 0)).toBe("just now");
  });
});

test("counts and ordinals agree with their nouns", () => {
  expect([0, 1, 2, 13].map((count) => counted(count, "note"))).toEqual([
    "no notes",
    "one note",
    "two notes",
    "13 notes",
  ]);
  expect([1, 2, 3, 13].map(times)).toEqual(["once", "twice", "three times", "13 times"]);
  expect([partOf(1, 1), partOf(2, 2), partOf(3, 3), partOf(2, 13)]).toEqual([
    "the one memory that I looked at",
    "both memories that I looked at",
    "all three memories that I looked at",
    "two of the 13 memories that I looked at",
  ]);
  expect([3, 11, 12, 13, 21, 22, 103, 111].map(ordinal)).toEqual([
    "third",
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
    "103rd",
    "111th",
  ]);
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listed)).toEqual(["", "a", "a and b", "a, b and c"]);
});

describe("text from outside", () => {
  test("is put on one line without control, bidirectional or invisible characters", () => {
    expect(oneLine("a\r\n\tb\u0000c\u202ed\u200be\u2028f\ud800")).toBe("a bcde f");
  });

  test("never exceeds the limit in code points and is never cut inside a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.integer({ min: 10, max: 120 }),
        (text, most) => {
          expect(lengthOf(excerpt(text, most))).toBeLessThanOrEqual(most);
          expect(excerpt(text, most)).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        },
      ),
    );
    const family = "👨‍👩‍👧";
    expect(clipped(family.repeat(10), 12)).toBe(`${family.repeat(2)}…`);
    expect(clipped("🇩🇪".repeat(10), 6)).toBe("🇩🇪🇩🇪…");
    const england = "🏴󠁧󠁢󠁥󠁮󠁧󠁿";
    expect(clipped(england.repeat(5), 17)).toBe(`${england.repeat(2)}…`);
    const syllable = "각".normalize("NFD");
    expect(clipped(syllable.repeat(10), 9)).toBe(`${syllable.repeat(2)}…`);
  });

  test("is cut after a sentence or a word", () => {
    expect(excerpt("The first sentence stands here. The second one is longer than that.", 45)).toBe(
      "The first sentence stands here. …",
    );
    expect(clipped("one two three four", 12)).toBe("one two…");
    expect(excerpt(`${"\n".repeat(2000)}The choir${" ".repeat(2000)}sings.`, 45)).toBe("The choir sings.");
    expect(excerpt("猫が寝ている。犬は外で吠えている。鳥は遠くで鳴いている。", 20)).toBe(
      "猫が寝ている。犬は外で吠えている。 …",
    );
    expect(excerpt("बिल्ली सो रही है। कुत्ता बाहर भौंक रहा है।", 30)).toBe("बिल्ली सो रही है। …");
  });

  test("cannot close its own quotation marks", () => {
    expect(quoted("he said “hi” and “bye”", 80)).toBe("“he said ‘hi’ and ‘bye’”");
    expect(quoted('Ada said "yes" ("of course") and left.', 80)).toBe(
      "“Ada said ‘yes’ (‘of course’) and left.”",
    );
    expect(quoted('"No", he said, "a 12" pipe."', 80)).toBe("“‘No’, he said, ‘a 12’ pipe.’”");
    expect(quoted("\u200b", 80)).toBe("(nothing legible)");
  });
});

test("fullStop adds a full stop only if the text has no final mark", () => {
  expect(fullStop("says “go”")).toBe("says “go”.");
  expect(fullStop("says “go!”")).toBe("says “go!”");
  for (const text of ["वह सोती है।", "متى يعود؟", "「行け。」"]) expect(fullStop(text)).toBe(text);
});
