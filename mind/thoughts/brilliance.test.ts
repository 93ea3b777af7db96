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
const JUST = { seedCount: 3, avgSeedImportance: 0.7, commonEntities: ["Kiel"] };

describe("the factors of seeds", () => {
  test("are their number, their mean importance and the names that two have", () => {
    const seeds = [
      seed("A storm closed the harbour of Kiel."),
      seed("Prices for fish rose.", ["Kiel", "Oslo"]),
      seed("Kiel counts its boats."),
    ];
    expect(seedFactors(seeds)).toEqual(JUST);
  });

  test("know a name given with one seed in the text of another, as a whole word only", () => {
    const common = (text: string) => seedFactors([seed("x", ["Ann"]), seed(text)]).commonEntities;
    expect(common("They met Ann.")).toEqual(["Ann"]);
    expect(common("They met Anna.")).toEqual([]);
    expect(common("Their fann broke.")).toEqual([]);
  });

  test("have at most 32 names", () => {
    const names = Array.from({ length: 40 }, (_, i) => `Name${i}`);
    expect(seedFactors([seed("x", names), seed("y", names)]).commonEntities).toHaveLength(32);
  });

  test("have a mean as decimal arithmetic gives it", () => {
    for (const value of [0.1, 0.7, 0.9]) expect(meanOf([value, value, value])).toBe(value);
    expect(meanOf([])).toBe(0);
  });
});

describe("a thought", () => {
  test("is brilliant with just what it takes", () => {
    expect(isBrilliant(JUST, { novelty: 0.5, confidence: 0.7 })).toBe(true);
  });

  test.each([
    ["two seeds", { seedCount: 2 }, {}],
    ["less importance", { avgSeedImportance: 0.699 }, {}],
    ["no common name", { commonEntities: [] }, {}],
    ["less novelty", {}, { novelty: 0.499 }],
    ["less confidence", {}, { confidence: 0.699 }],
  ])("is not brilliant with %s", (_, factors, figures) => {
    expect(isBrilliant({ ...JUST, ...factors }, { novelty: 0.5, confidence: 0.7, ...figures })).toBe(false);
  });

  test("stays brilliant where it is newer and surer", () => {
    fc.assert(
      fc.property(share, share, share, (novelty, confidence, more) => {
        const raise = (value: number) => value + (1 - value) * more;
        if (isBrilliant(JUST, { novelty, confidence }))
          expect(isBrilliant(JUST, { novelty: raise(novelty), confidence: raise(confidence) })).toBe(true);
      }),
    );
  });
});
