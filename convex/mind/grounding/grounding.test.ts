import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { sourcesOf, supportedConfidence, ungroundedClaims } from "./grounding";

const seeds = [
  "Acme Corp closed its plant in Berlin on 7 May 2023, and 1,250 people lost their work.",
  "Ada Lovelace told @kiel_news that prices rose 12 percent to $2.5 million, about twenty-five times as much.",
  "The ferry leaves at 14:30. GPT-4 wrote the timetable; James Miller checked it.",
];
const claimsIn = (text: string, from = seeds) =>
  ungroundedClaims(text, sourcesOf(from)).map(({ kind, written }) => `${kind}: ${written}`);

describe("what the sources hold is no claim of its own", () => {
  test.each([
    "Acme closed Berlin's plant; Ada Lovelace spoke of prices.",
    "Lovelace and the Berliners may see it differently. Growth slowed. Perhaps calm returns.",
    "Prices rose by 12% and reached 2,500,000 dollars, or 2.5m.",
    "It happened on May 7, in May 2023, in 2023.",
    "One thousand two hundred and fifty people, that is about 1,200.",
    "They paid 25 times as much, at 2:30 pm.",
    "The two reports and the three seeds meet at one point; first Berlin, then the second.",
    "Meanwhile Berlin waits. However, Ada doubts it. But what if Acme is right?",
    "“prices rose 12 percent … twenty-five times as much” stays with me.",
    "I think the “lost work” is the point.",
    "In Berlin Ada Lovelace would see what GPT-4 can't.",
    "Mr. Miller and Ms. Lovelace both know.",
    "Was this Acme's fault? I'm not sure. It's too early to say!",
  ])("%s", (text) => {
    expect(claimsIn(text)).toEqual([]);
  });

  test("in German every noun has a capital, and none is a name for it", () => {
    expect(claimsIn("Die Lage in Berlin ist ernst und die Arbeit wird nicht mit dem Werk enden.")).toEqual(
      [],
    );
  });
});

describe("what no source holds is found", () => {
  test.each([
    ["I wonder what Siemens makes of it.", "name: Siemens"],
    ["John Smith told us so.", "name: John Smith"],
    ["That was Ada Miller again.", "name: Ada Miller"],
    ["Write to @berlin_news.", "name: @berlin_news"],
    ["It was planned by GPT-5, of course.", "name: GPT-5"],
    ["Some 13 percent it was.", "number: 13"],
    ["Three percent more.", "number: three"],
    ["It cost 3 million.", "number: 3 million"],
    ["1,251 people were hit.", "number: 1,251"],
    ["About 2,000 people were hit.", "number: 2,000"],
    ["It leaves at 15:30.", "number: 15:30"],
    ["Forty-two people.", "number: forty-two"],
    ["The password is hunter2.", "name: hunter2"],
    ["Their key is sk-abc123def.", "name: sk-abc123def"],
    ["The token is door-token-0123abcd.", "name: door-token-0123abcd"],
    ["It was on May 8.", "date: May 8"],
    ["It was on Friday.", "date: Friday"],
    ["It was in June 2023.", "date: June 2023"],
    [
      "She said “nobody could have known this before” of it.",
      "quotation: nobody could have known this before",
    ],
  ])("%s", (text, claim) => {
    expect(claimsIn(text)).toContain(claim);
  });

  test.each([
    ["The old hunter2 password was changed.", "My password is hunter2."],
    ["An abc123-based key.", "The key is abc123."],
    ["The post-1989 years.", "It fell in 1989."],
    ["Its end is تجم21, and that of the other 0123abcd.", "Marks: ㊊ﵐ㉑ and door-token-0123abcdef."],
    ["A 20-year-old mp3 of the 1990s, 5km away, 4th of them.", "It fell in 1989."],
  ])("but not a code that a source holds, nor a common word: %s", (text, source) => {
    expect(claimsIn(text, [source]).filter((claim) => claim.startsWith("name"))).toEqual([]);
  });

  test.each([
    ["It was in April.", "date: April"],
    ["It waits until March.", "date: March"],
    ["It was on Friday.", "date: Friday"],
  ])("%s makes one claim, and no name as well", (text, claim) => {
    expect(claimsIn(text)).toEqual([claim]);
  });

  test.each([
    ["The ferry runs two or three times a day.", "The ferry runs 2 or 3 times a day."],
    ["The painting takes between two and three hours.", "The painting takes 2 to 3 hours."],
    ["Lanes one and two are closed.", "Lanes 1 and 2 are closed."],
    ["The mill was built in nineteen eighty-four.", "The mill was built in 1984."],
    ["The choir meets at half past six or at nine thirty.", "The choir meets at 18:30 or 9:30."],
    ["A hundred and twenty guests came.", "120 guests came."],
    ["The beam is five metres long.", "The beam is 5m long."],
    ["I have read it a hundred times.", "I have read it often."],
  ])("numbers in words are those of the source: %s", (text, source) => {
    expect(claimsIn(text, [source])).toEqual([]);
  });

  test("each once, however often it is said", () => {
    expect(claimsIn("What of Siemens? I ask for Siemens, and Siemens alone.")).toEqual(["name: Siemens"]);
  });
});

describe("for any text", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 120 }),
    fc
      .array(fc.constantFrom(...seeds.join(" ").split(" "), "Zug", "17", "“", "”"), { maxLength: 30 })
      .map((words) => words.join(" ")),
  );

  test("a source's own sentences claim nothing", () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(claimsIn(said, [said])).toEqual([]);
      }),
      // A mark that stands on nothing.
      { examples: [["\u0afaAA"]] },
    );
  });

  test("a further source only takes claims away", () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), text, (said, from, further) => {
        const before = claimsIn(said, from);
        for (const claim of claimsIn(said, [...from, further])) expect(before).toContain(claim);
      }),
    );
  });
});

test("confidence falls by a fifth with each unsupported claim and never leaves 0 to 1", () => {
  expect(supportedConfidence(0.9, 0)).toBe(0.9);
  expect(supportedConfidence(0.9, 1)).toBeCloseTo(0.72);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(20), (confidence, claims) => {
      const lowered = supportedConfidence(confidence, claims);
      expect(lowered).toBeGreaterThanOrEqual(0);
      expect(lowered).toBeLessThanOrEqual(confidence);
      expect(supportedConfidence(confidence, claims + 1)).toBeLessThanOrEqual(lowered);
    }),
  );
});
