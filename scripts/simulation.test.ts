import { describe, expect, test } from "vitest";
import { MOODS } from "../mind/enums";
import { seeded } from "../test/support/random";
import { simulateLife, simulateOrdinaryLife } from "./simulation";

describe("a simulated life", () => {
  test("of 2,000 hours and 400 events reaches all seven moods and changes its label about four times a day", () => {
    const life = simulateLife(2000, 400, seeded(1));
    expect(MOODS.filter((mood) => life.shares[mood] === 0)).toEqual([]);
    expect(life.changesPerDay).toBeGreaterThan(2.5);
    expect(life.changesPerDay).toBeLessThan(5.5);
  });

  test("of ordinary days is moved on most of them, and mostly neutral all the same", () => {
    const life = simulateOrdinaryLife(200, seeded(1));
    expect(life.changesPerDay).toBeGreaterThan(2.5);
    expect(life.changesPerDay).toBeLessThan(5);
    expect(life.unmovedDays).toBeLessThan(0.15);
    expect(life.shares.neutral).toBeGreaterThan(0.5);
  });

  test("in which nothing happens stays neutral and well, and grows calm", () => {
    const life = simulateLife(2000, 0, seeded(1));
    expect(life.changesPerDay).toBe(0);
    expect(life.shares.neutral).toBeCloseTo(1);
    expect(life.lowestHealth).toBe(100);
    expect(life.end.variance).toBeLessThan(1e-12);
  });

  test("is the same life for the same seed", () => {
    expect(simulateLife(100, 30, seeded(7))).toEqual(simulateLife(100, 30, seeded(7)));
  });
});
