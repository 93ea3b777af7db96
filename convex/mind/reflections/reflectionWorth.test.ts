import { describe, expect, test } from "vitest";
import { namesBorne, reflectionImportance } from "./reflectionWorth";

describe("what a reflection is worth", () => {
  const cited = [{ importance: 0.4 }, { importance: 0.6 }];
  const sure = { confidence: 0.75, isThin: false };

  test("is no more than what it rests on, as far as it is sure", () => {
    expect(reflectionImportance(sure, cited)).toBeCloseTo(0.375);
    expect(reflectionImportance({ ...sure, confidence: 1 }, cited)).toBeCloseTo(0.5);
    expect(reflectionImportance(sure, [])).toBe(0);
  });

  test("is little where it found little", () => {
    expect(reflectionImportance({ ...sure, isThin: true }, cited)).toBeLessThan(0.2);
  });

  test("names whom its evidence or its focus names", () => {
    const names = ["Liv", "Live", "23 November 2026", "22 November", "Ada"];
    expect(namesBorne(names, "Ada", [{ content: "The dentist sees Liv on 22 November." }])).toEqual([
      "Liv",
      "22 November",
      "Ada",
    ]);
  });
});
