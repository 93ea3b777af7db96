import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNCOUNTED } from "../ranking/idf";
import { queryOf } from "../ranking/bm25";
import { parsedText } from "../text/parsedText";
import { citedLinks, detectedLinks, mostSimilarFirst, MAX_DETECTED, termSimilarity } from "./links";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const words = fc
  .array(fc.constantFrom("tea", "river", "gannet", "pier", "bell", "not", "12", "34", "the"), {
    maxLength: 12,
  })
  .map((list) => list.join(" "));
const linkText = (text: string, isReflection = false) => ({ parsed: parsedText(text), isReflection });
const candidate = fc.record({
  terms: share,
  meaning: fc.option(share),
  text: words.map((text) => linkText(text)),
});
const candidates = fc
  .array(candidate, { maxLength: 12 })
  .map((list) => list.map((one, key) => ({ ...one, key })));

/** The type of the link from one text to another with like terms; undefined where there is none. */
function linkTypeBetween(source: string, target: string, isReflection = false) {
  const near = { key: 0, text: linkText(target, isReflection), terms: 0.9, meaning: null };
  return detectedLinks(linkText(source), [near])[0]?.link.type;
}

describe("termSimilarity", () => {
  const between = (a: string, b: string) =>
    termSimilarity(queryOf(parsedText(a).terms, UNCOUNTED), parsedText(b).terms);

  test("is 0 to 1", () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(between(a, b)).toBeGreaterThanOrEqual(0);
        expect(between(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("is 0 for texts without a common word, and 1 for the same text", () => {
    expect(between("gannets nest", "bread needs rye")).toBe(0);
    expect(between("gannets nest late", "gannets nest late")).toBeCloseTo(1);
  });
});

test("mostSimilarFirst combines meaning and terms, and keeps every candidate", () => {
  const [words, meaning, both] = [
    { terms: 0.5, meaning: null },
    { terms: 0, meaning: 0.8 },
    { terms: 0.5, meaning: 0.8 },
  ];
  expect(mostSimilarFirst([meaning, words, both])).toEqual([both, words, meaning]);
});

describe("detectedLinks", () => {
  test("are limited, the strongest first, with strength and confidence 0 to 1 for any candidates", () => {
    fc.assert(
      fc.property(words, candidates, (source, targets) => {
        const links = detectedLinks(linkText(source), targets);
        expect(links.length).toBeLessThanOrEqual(MAX_DETECTED);
        const strengths = links.map(({ link }) => link.strength);
        expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
        for (const figure of links.flatMap(({ link }) => [link.strength, link.confidence])) {
          expect(figure).toBeGreaterThan(0);
          expect(figure).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("lead to no text without shared words or meaning", () => {
    const far = { key: 0, text: linkText("Bread needs rye."), terms: 0, meaning: null };
    expect(detectedLinks(linkText("Gannets nest late."), [far])).toEqual([]);
  });

  test("of texts that only ask lead to others that only ask", () => {
    const [question, statement] = ["Where do gannets nest?", "Gannets nest on cliffs."];
    expect(linkTypeBetween(question, statement)).toBeUndefined();
    expect(linkTypeBetween(statement, question)).toBeUndefined();
    expect(linkTypeBetween(question, "Why do gannets nest late?")).toBe("related_to");
  });

  test("are contradictions only between statements, never with questions or reflections", () => {
    const [open, shut] = ["The pier is open on Sunday.", "The pier is not open on Sunday."];
    expect(linkTypeBetween(open, shut)).toBe("contradicts");
    expect(linkTypeBetween(open, shut, true)).toBe("related_to");
    expect(linkTypeBetween("Is the pier open on Sunday?", "Isn't the pier open on Sunday?")).toBe(
      "related_to",
    );
  });

  test("elaborate a text if the source repeats it and says more", () => {
    const short = "The ferry leaves the pier at nine.";
    const long = `${short} It carries bread and bells to the island.`;
    expect(linkTypeBetween(long, short)).toBe("elaborates");
    expect(linkTypeBetween(short, long)).toBe("related_to");
  });
});

test("citedLinks are related_to with confidence 1, the nearest first, at any distance", () => {
  const text = linkText("The pier is open.");
  const cited = [0.1, 0.7, 0].map((terms, key) => ({ key, text, terms, meaning: null }));
  const links = citedLinks(linkText("Piers open.", true), cited);
  expect(links.map(({ key }) => key)).toEqual([1, 0, 2]);
  for (const { link } of links) expect(link).toMatchObject({ type: "related_to", confidence: 1 });
});
