import { describe, expect, test } from "vitest";
import { MOODS } from "../mind/enums";
import { seeded } from "../test/support/random";
import { simulateLife, simulateOrdinaryLife } from "./simulation";

describe("a simulated life", () => {
  test("with 400 events in 2,000 hours reaches all seven moods and changes mood about four times a day", () => {
    const life = simulateLife(2000, 400, seeded(1));
    expect(MOODS.filter((mood) => life.shares[mood] === 0)).toEqual([]);
    expect(life.changesPerDay).toBeGreaterThan(2.5);
    expect(life.changesPerDay).toBeLessThan(5.5);
  });

  test("of ordinary days changes mood on most days, and is mostly neutral", () => {
    const life = simulateOrdinaryLife(200, seeded(1));
    expect(life.changesPerDay).toBeGreaterThan(2.5);
    expect(life.changesPerDay).toBeLessThan(5);
    expect(life.unmovedDays).toBeLessThan(0.15);
    expect(life.shares.neutral).toBeGreaterThan(0.5);
  });

  test("without events stays neutral and healthy, and becomes calm", () => {
    const life = simulateLife(2000, 0, seeded(1));
    expect(life.changesPerDay).toBe(0);
    expect(life.shares.neutral).toBeCloseTo(1);
    expect(life.lowestHealth).toBe(100);
    expect(life.end.variance).toBeLessThan(1e-12);
  });

  test("is deterministic for a seed", () => {
    expect(simulateLife(100, 30, seeded(7))).toEqual(simulateLife(100, 30, seeded(7)));
  });
});
