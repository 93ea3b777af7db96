import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beginningOfMeant, meantBy, slipsBetween } from "./spelling";

describe("slips between two words", () => {
  test.each([
    ["dashbord", "dashboard", 1],
    ["glaicer", "glacier", 1],
    ["inspecton", "inspect", 2],
    ["harbour", "harbours", 1],
    ["cello", "jello", 1],
    ["cello", "piano", 3],
    ["", "ab", 2],
  ])("of %j and %j are %i", (a, b, slips) => {
    expect(slipsBetween(a, b, 2)).toBe(slips);
  });

  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });

  test("are the same either way, none of one word only, and never fewer than its length tells", () => {
    fc.assert(
      fc.property(word, word, fc.nat({ max: 8 }), (a, b, most) => {
        const slips = slipsBetween(a, b, most);
        expect(slips).toBe(slipsBetween(b, a, most));
        expect(slips === 0).toBe(a === b);
        expect(slips).toBeGreaterThanOrEqual(Math.min(most + 1, Math.abs(a.length - b.length)));
      }),
    );
  });

  test("grow by one at most with each letter", () => {
    fc.assert(
      fc.property(word, word, fc.constantFrom("a", "b", "d"), (a, b, letter) => {
        expect(Math.abs(slipsBetween(a, b, 20) - slipsBetween(a + letter, b, 20))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("a word that nobody has used", () => {
  const used = (...words: (readonly [string, number])[]) =>
    words.map(([term, holders]) => ({ term, holders }));

  test("is meant for the nearest in use, of equally near ones for the most used", () => {
    const words = used(["dashboard", 4], ["dashboards", 9], ["dashed", 90], ["dash", 5]);
    expect(meantBy("dashbord", words)).toEqual(["dashboard", "dashboards"]);
    expect(meantBy("harbor", used(["harbur", 1], ["harbour", 7], ["harbir", 3]))).toEqual([
      "harbour",
      "harbir",
      "harbur",
    ]);
  });

  test("is meant for nothing two slips away where it is short, nor for a short one", () => {
    expect(meantBy("celio", used(["cello", 1], ["celtic", 5], ["cell", 2]))).toEqual(["cello"]);
    expect(meantBy("cellq", used(["cell", 9]))).toEqual([]);
  });

  test("is meant for three at most, and never for itself", () => {
    const words = used(["cella", 4], ["celli", 3], ["cellu", 2], ["celly", 1], ["cello", 9]);
    expect(meantBy("cello", words)).toEqual(["cella", "celli", "cellu"]);
  });

  test.each([
    ["dashbord", "das"],
    ["glac", null],
    ["b2b4567", null],
    ["東京東京東", null],
  ])("%j is looked up from %j on", (term, beginning) => {
    expect(beginningOfMeant(term)).toBe(beginning);
  });
});
