import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNCOUNTED } from "../ranking/idf";
import { thoughtByExtraction, toneOf } from "./thought";

const seed = (content: string, importance = 0.8) => ({ content, importance, entities: [], source: null });
const thought = (...contents: string[]) =>
  thoughtByExtraction(
    contents.map((content) => seed(content)),
    contents.map(() => 0),
    UNCOUNTED,
  );
const KIEL = [
  "A storm closed the harbour of Kiel.",
  "Prices for fish in Kiel rose by 12 percent.",
  "Maria paints her boat in Kiel.",
];

describe("a thought without a model", () => {
  test("names what the seeds share and quotes each", () => {
    expect(thought(...KIEL).content).toBe(
      "All three seeds have Kiel in common: “A storm closed the harbour of Kiel.”, “Prices for fish in Kiel rose by 12 percent.” and “Maria paints her boat in Kiel.”",
    );
  });

  test("quotes only the seeds that share a topic, and is less confident if others don't", () => {
    const mixed = thought(...KIEL, "Gulls sleep late.");
    expect(mixed.content).not.toContain("Gulls");
    expect(mixed.confidence).toBeLessThan(thought(...KIEL).confidence);
  });

  test("says which figures differ in two similar seeds", () => {
    const { content } = thought(
      "The build failed 3 times on Monday.",
      "The build failed 5 times on Tuesday.",
    );
    expect(content).toMatch(/3 against 5/);
  });

  test("quotes seeds with nothing in common, neutrally and with little confidence", () => {
    const { content, tone, confidence } = thought("Apples are red.", "The meeting moved to noon.");
    for (const quote of ["“Apples are red.”", "“The meeting moved to noon.”"])
      expect(content).toContain(quote);
    expect({ tone, confidence }).toEqual({ tone: "neutral", confidence: 0.2 });
  });

  test("quotes texts in any language unchanged", () => {
    expect(thought("Der Zug nach Bergen fiel aus.", "In Bergen liegt Schnee.").content).toContain(
      "“Der Zug nach Bergen fiel aus.”",
    );
  });

  test("is bounded in length and confidence, and the same for the same seeds", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const seeds = fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 300, unit: "grapheme" }), share), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(seeds, (given) => {
        const made = () =>
          thoughtByExtraction(
            given.map(([content, importance]) => seed(content, importance)),
            [],
            UNCOUNTED,
          );
        const { content, confidence } = made();
        expect([...content].length).toBeLessThanOrEqual(1_000);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(made()).toEqual({ content, confidence, tone: expect.any(String) });
      }),
    );
  });
});

test.each([
  [{ sentiment: -0.3, questions: 1, isTied: true }, "concerned"],
  [{ sentiment: 0.6, questions: 0.5, isTied: true }, "curious"],
  [{ sentiment: 0.6, questions: 0, isTied: true }, "excited"],
  [{ sentiment: 0, questions: 0, isTied: true }, "reflective"],
  [{ sentiment: 0, questions: 0, isTied: false }, "neutral"],
])("the tone of %j is %s", (figures, tone) => {
  expect(toneOf(figures)).toBe(tone);
});
