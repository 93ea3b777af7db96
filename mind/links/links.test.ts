import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNCOUNTED } from "../ranking/idf";
import { profileOf } from "../ranking/lexical";
import { parsedText } from "../text/parsedText";
import { citedLinks, detectedLinks, LEAST_NEAR, MOST_DETECTED, nearness } from "./links";

const words = fc
  .array(fc.constantFrom("tea", "river", "gannet", "pier", "bell", "not", "12", "34", "the"), {
    maxLength: 12,
  })
  .map((list) => list.join(" "));
const near = (a: string, b: string, meaning: number | null = null) =>
  nearness(profileOf(a), profileOf(b), UNCOUNTED, meaning);
const linkText = (text: string, isReflection = false) => ({ parsed: parsedText(text), isReflection });

/** The type of the link from one text to another that is near to it; undefined where there is none. */
function linkTypeBetween(source: string, target: string, reflective = false) {
  const [link] = detectedLinks(linkText(source), [
    { key: 0, text: linkText(target, reflective), nearness: 0.9 },
  ]);
  return link?.link.type;
}

describe("nearness", () => {
  test("is 0 to 1, and grows with the likeness in meaning", () => {
    fc.assert(
      fc.property(words, words, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, meaning) => {
        const value = near(a, b, meaning);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(near(a, b, 1)).toBeGreaterThanOrEqual(value);
      }),
    );
  });

  test("of texts without a word in common is 0, and of the same text 1", () => {
    expect(near("gannets nest", "bread needs rye")).toBe(0);
    expect(near("gannets nest late", "gannets nest late")).toBeCloseTo(1);
  });
});

describe("detectedLinks", () => {
  test("keeps the strongest that are near enough, with strength and confidence 0 to 1", () => {
    const candidates = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(candidates, (values) => {
        const links = detectedLinks(
          linkText("gannets nest"),
          values.map((nearness, key) => ({ key, nearness, text: linkText("gannets rest") })),
        );
        const kept = values.filter((value) => value >= LEAST_NEAR).sort((a, b) => b - a);
        expect(links.map(({ key }) => values[key])).toEqual(kept.slice(0, MOST_DETECTED));
        for (const { link } of links)
          for (const figure of [link.strength, link.confidence]) {
            expect(figure).toBeGreaterThan(0);
            expect(figure).toBeLessThanOrEqual(1);
          }
      }),
    );
  });

  test("links texts that only ask among themselves", () => {
    const [question, statement] = ["Where do gannets nest?", "Gannets nest on cliffs."];
    expect(linkTypeBetween(question, statement)).toBeUndefined();
    expect(linkTypeBetween(statement, question)).toBeUndefined();
    expect(linkTypeBetween(question, "Why do gannets nest late?")).toBe("related_to");
  });

  test("calls no question and no reflection a contradiction or an elaboration", () => {
    expect(linkTypeBetween("Is the pier open on Sunday?", "Isn't the pier open on Sunday?")).toBe(
      "related_to",
    );
    const [open, shut] = ["The pier is open on Sunday.", "The pier is not open on Sunday."];
    expect(linkTypeBetween(open, shut, true)).toBe("related_to");
    expect(linkTypeBetween(open, shut)).toBe("contradicts");
  });

  test("says elaborates where a text repeats another and says more", () => {
    const short = "The ferry leaves the pier at nine.";
    const long = `${short} It carries bread and bells to the island.`;
    expect(linkTypeBetween(long, short)).toBe("elaborates");
    expect(linkTypeBetween(short, long)).toBe("related_to");
  });
});

test("citedLinks are relations of full confidence, the nearest first", () => {
  const links = citedLinks([0.1, 0.7, 0].map((nearness, key) => ({ key, nearness })));
  expect(links.map(({ key }) => key)).toEqual([1, 0, 2]);
  for (const { link } of links) expect(link).toMatchObject({ type: "related_to", confidence: 1 });
});
