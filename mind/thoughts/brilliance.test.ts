import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBrilliant, meanOf, seedFactors } from "./brilliance";

const seed = (content: string, entities: string[] = [], importance = 0.7) => ({
  content,
  importance,
  entities,
  source: null,
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const THRESHOLDS = { seedCount: 3, avgSeedImportance: 0.7, commonEntities: ["Kiel"] };

describe("the factors of seeds", () => {
  test("are their number, mean importance and common names", () => {
    const seeds = [
      seed("A storm closed the harbour of Kiel."),
      seed("Prices for fish rose.", ["Kiel", "Oslo"]),
      seed("Kiel counts its boats."),
    ];
    expect(seedFactors(seeds)).toEqual(THRESHOLDS);
  });

  test("find a name given with one seed in the text of another, as a whole word only", () => {
    const common = (text: string) => seedFactors([seed("x", ["Ann"]), seed(text)]).commonEntities;
    expect(common("They met Ann.")).toEqual(["Ann"]);
    expect(common("They met Anna.")).toEqual([]);
    expect(common("Their fann broke.")).toEqual([]);
  });

  test("include at most 32 names", () => {
    const names = Array.from({ length: 40 }, (_, i) => `Name${i}`);
    expect(seedFactors([seed("x", names), seed("y", names)]).commonEntities).toHaveLength(32);
  });

  test("use the mean of decimal arithmetic", () => {
    for (const value of [0.1, 0.7, 0.9]) expect(meanOf([value, value, value])).toBe(value);
    expect(meanOf([])).toBe(0);
  });
});

describe("a thought", () => {
  test("is brilliant at exactly the thresholds", () => {
    expect(isBrilliant(THRESHOLDS, { novelty: 0.5, confidence: 0.7 })).toBe(true);
  });

  test.each([
    ["two seeds", { seedCount: 2 }, {}],
    ["less importance", { avgSeedImportance: 0.699 }, {}],
    ["no common name", { commonEntities: [] }, {}],
    ["less novelty", {}, { novelty: 0.499 }],
    ["less confidence", {}, { confidence: 0.699 }],
  ])("is not brilliant with %s", (_, factors, figures) => {
    expect(isBrilliant({ ...THRESHOLDS, ...factors }, { novelty: 0.5, confidence: 0.7, ...figures })).toBe(
      false,
    );
  });

  test("stays brilliant with more novelty and confidence", () => {
    fc.assert(
      fc.property(share, share, share, (novelty, confidence, more) => {
        const raise = (value: number) => value + (1 - value) * more;
        const [lower, higher] = [
          isBrilliant(THRESHOLDS, { novelty, confidence }),
          isBrilliant(THRESHOLDS, { novelty: raise(novelty), confidence: raise(confidence) }),
        ];
        expect(higher || !lower).toBe(true);
      }),
    );
  });
});
