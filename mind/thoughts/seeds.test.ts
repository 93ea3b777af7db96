import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { selectSeeds, type Seed } from "./seeds";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const seed = fc.record({ content: fc.string({ minLength: 1, maxLength: 40 }), importance: share });
const seeds = fc.array(seed, { minLength: 1, maxLength: 20 });

const of = (...importances: number[]): Seed[] =>
  importances.map((importance, i) => ({ content: `Seed ${i}`, importance }));

describe("selecting seeds", () => {
  test("drops and counts seeds below the minimum, 0.3 by default", () => {
    const selection = selectSeeds(of(0.3, 0.29, 0.9));
    expect(selection).toMatchObject({ kind: "enough", filtered: 1 });
    if (selection.kind === "enough")
      expect(selection.selected.map(({ content }) => content)).toEqual(["Seed 0", "Seed 2"]);
  });

  test("needs two seeds, unless forced", () => {
    expect(selectSeeds(of(0.9, 0.1))).toMatchObject({ kind: "too few", filtered: 1 });
    expect(selectSeeds(of(0.9, 0.1), { force: true })).toMatchObject({ kind: "enough", filtered: 1 });
  });

  test("uses all seeds when forced and none reaches the minimum", () => {
    const selection = selectSeeds(of(0.1, 0.2), { force: true });
    expect(selection).toMatchObject({ kind: "enough", filtered: 0 });
  });

  test("merges equal texts, with all names and the highest importance", () => {
    const same = [
      { content: "The mill burned.", importance: 0.4, entities: ["Anna"] },
      { content: "the  mill burned", importance: 0.8, entities: ["anna", "Ben"] },
    ];
    expect(selectSeeds(same)).toMatchObject({ kind: "too few", filtered: 0 });
    expect(selectSeeds(same, { force: true })).toEqual({
      kind: "enough",
      filtered: 0,
      selected: [{ content: "The mill burned.", importance: 0.8, entities: ["Anna", "Ben"], source: null }],
    });
  });

  test("keeps the given order and every seed above the minimum", () => {
    fc.assert(
      fc.property(seeds, share, fc.boolean(), (given, minImportance, force) => {
        const selection = selectSeeds(given, { minImportance, force });
        expect(selection.filtered).toBeLessThanOrEqual(given.length);
        if (selection.kind === "too few") return;
        let last = -1;
        for (const { content } of selection.selected) {
          last = given.findIndex((one, place) => place > last && one.content === content);
          expect(last).toBeGreaterThanOrEqual(0);
        }
        if (selection.filtered > 0)
          for (const { importance } of selection.selected)
            expect(importance).toBeGreaterThanOrEqual(minImportance);
      }),
    );
  });
});
