import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decayedSalience, initialSalience, recalledSalience, timeToDecay } from "./salience";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const span = fc.double({ min: 0, max: 1e11, noNaN: true });
const DAY = 86_400_000;

describe("initialSalience", () => {
  test("is from 0 to 1 and grows with importance and with feeling of either sign", () => {
    fc.assert(
      fc.property(unit, unit, fc.double({ min: -1, max: 1, noNaN: true }), (a, b, sentiment) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(initialSalience(low, sentiment)).toBeLessThanOrEqual(initialSalience(high, sentiment));
        expect(initialSalience(high, sentiment)).toBeLessThanOrEqual(1);
        expect(initialSalience(a, sentiment)).toBeCloseTo(initialSalience(a, -sentiment));
      }),
    );
  });
});

describe("the first salience", () => {
  test("of what neither matters nor moves is two fifths; the rest is three parts of importance, one of feeling", () => {
    expect(initialSalience(0, 0)).toBeCloseTo(0.4);
    expect(initialSalience(1, 0)).toBeCloseTo(0.85);
    expect(initialSalience(0.5, -0.5)).toBeCloseTo(0.7);
    expect(initialSalience(1, 1)).toBeCloseTo(1);
  });
});

describe("decayedSalience", () => {
  test("halves what an unimportant memory has in three days, and takes five times as long for the most important", () => {
    expect(decayedSalience({ salience: 0.8, importance: 0 }, 3 * DAY)).toBeCloseTo(0.4);
    expect(decayedSalience({ salience: 0.8, importance: 1 }, 15 * DAY)).toBeCloseTo(0.1 + 0.35);
  });

  test("never rises, rests at a tenth of importance, and is exact in time", () => {
    fc.assert(
      fc.property(unit, unit, span, span, (salience, importance, first, second) => {
        const once = decayedSalience({ salience, importance }, first + second);
        const twice = decayedSalience(
          { salience: decayedSalience({ salience, importance }, first), importance },
          second,
        );
        expect(once).toBeLessThanOrEqual(salience + 1e-12);
        expect(once).toBeGreaterThanOrEqual(Math.min(salience, 0.1 * importance) - 1e-12);
        expect(twice).toBeCloseTo(once, 9);
      }),
    );
  });

  test("leaves salience alone when the clock went back", () => {
    expect(decayedSalience({ salience: 0.5, importance: 0.5 }, -DAY)).toBe(0.5);
  });
});

describe("timeToFade", () => {
  test("is when decay has taken that much, and never where so much is not there to take", () => {
    fc.assert(
      fc.property(
        unit,
        unit,
        fc.double({ min: 0.01, max: 0.5, noNaN: true }),
        (salience, importance, amount) => {
          const memory = { salience, importance };
          const ms = timeToDecay(memory, amount);
          const lost = (idleMs: number) => salience - decayedSalience(memory, idleMs);
          if (ms === null) expect(lost(1e15)).toBeLessThanOrEqual(amount + 1e-9);
          else expect(lost(ms)).toBeCloseTo(amount, 9);
        },
      ),
    );
  });
});

describe("recalledSalience", () => {
  test("never falls, stays within 1, and adds more the longer the last recall is ago", () => {
    fc.assert(
      fc.property(unit, span, span, (salience, a, b) => {
        const [soon, late] = [Math.min(a, b), Math.max(a, b)];
        expect(recalledSalience(salience, soon)).toBeGreaterThanOrEqual(salience);
        expect(recalledSalience(salience, late)).toBeGreaterThanOrEqual(recalledSalience(salience, soon));
        expect(recalledSalience(salience, late)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("goes a quarter of the way after long, half as far after six hours, and nowhere when the clock went back", () => {
    expect(recalledSalience(0.2, Infinity)).toBeCloseTo(0.4);
    expect(recalledSalience(0.2, DAY / 4)).toBeCloseTo(0.3);
    expect(recalledSalience(0.2, -DAY)).toBe(0.2);
  });

  test("adds less with each recall, and hardly anything within a minute", () => {
    const once = recalledSalience(0.3, DAY);
    expect(recalledSalience(once, DAY) - once).toBeLessThan(once - 0.3);
    expect(recalledSalience(0.3, 60_000) - 0.3).toBeLessThan(0.001);
  });
});
