import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brillianceOf, commonEntities, meanOf } from "./brilliance";

const seed = (importance: number, ...entities: string[]) => ({ content: "", importance, entities });
const three = [seed(0.7, "Kiel"), seed(0.7, "kiel", "Oslo"), seed(0.7)];
const sure = { novelty: 0.5, confidence: 0.7 };

describe("brilliance", () => {
  test("holds at every threshold exactly", () => {
    expect(brillianceOf(three, sure)).toEqual({
      isBrilliant: true,
      factors: { seedCount: 3, avgSeedImportance: 0.7, commonEntities: ["Kiel"], novelty: 0.5 },
    });
  });

  test.each([
    ["two seeds", three.slice(0, 2), sure],
    ["too little importance", [seed(0.69, "Kiel"), seed(0.7, "Kiel"), seed(0.7)], sure],
    ["nothing in common", [seed(0.9, "Kiel"), seed(0.9, "Oslo"), seed(0.9)], sure],
    ["nothing new", three, { ...sure, novelty: 0.499 }],
    ["no confidence", three, { ...sure, confidence: 0.699 }],
  ])("is lost by %s", (_, seeds, judged) => {
    expect(brillianceOf(seeds, judged).isBrilliant).toBe(false);
  });

  test("more of anything never takes it away", () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    // Bright enough to be brilliant now and then.
    const high = fc.double({ min: 0.4, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(high, { minLength: 2, maxLength: 6 }),
        high,
        high,
        unit,
        (values, novelty, confidence, by) => {
          const made = (raise: number) =>
            brillianceOf(
              values.map((importance) => seed(Math.min(1, importance + raise), "Kiel")),
              { novelty: Math.min(1, novelty + raise), confidence: Math.min(1, confidence + raise) },
            ).isBrilliant;
          if (made(0)) expect(made(by)).toBe(true);
        },
      ),
    );
  });
});

describe("the mean", () => {
  test.each([
    [[0.7, 0.7, 0.7], 0.7],
    [[0.6, 0.7, 0.8], 0.7],
    [[0.1, 0.2], 0.15],
    [[], 0],
  ])("of %j is %d", (values, mean) => {
    expect(meanOf(values)).toBe(mean);
  });

  test("of equal decimals is that decimal", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        (millionths, times) => {
          const value = millionths / 1_000_000;
          expect(meanOf(Array<number>(times).fill(value))).toBe(value);
        },
      ),
    );
  });
});

describe("common entities", () => {
  const said = (content: string, ...entities: string[]) => ({ content, entities });

  test("are those of two seeds or more, those in most seeds first, as first written", () => {
    expect(
      commonEntities([
        said("", "Oslo", "Kiel"),
        said("", "KIEL"),
        said("", "kiel", "oslo"),
        said("", "Rome"),
      ]),
    ).toEqual(["Kiel", "Oslo"]);
  });

  test("count where a name that another seed has stands in the content as a whole word", () => {
    expect(commonEntities([said("", "Berlin"), said("Berlin floods again.")])).toEqual(["Berlin"]);
    expect(commonEntities([said("", "Ada"), said("Adam and Adafruit met.")])).toEqual([]);
  });

  test("one seed that names a thing twice has nothing in common with itself", () => {
    expect(commonEntities([said("Kiel, Kiel!", "Kiel", "kiel")])).toEqual([]);
  });
});
