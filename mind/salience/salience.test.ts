import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decayedSalience, initialSalience, recalledSalience, timeToDecay } from "./salience";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const span = fc.double({ min: 0, max: 1e11, noNaN: true });
const DAY = 86_400_000;

describe("initialSalience", () => {
  test("is 0 to 1 and grows with importance and with sentiment of either sign", () => {
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

describe("a new memory", () => {
  test("starts at 0.4, plus 0.45 for importance and 0.15 for sentiment", () => {
    expect(initialSalience(0, 0)).toBeCloseTo(0.4);
    expect(initialSalience(1, 0)).toBeCloseTo(0.85);
    expect(initialSalience(0.5, -0.5)).toBeCloseTo(0.7);
    expect(initialSalience(1, 1)).toBeCloseTo(1);
  });
});

describe("decayedSalience", () => {
  test("halves in three days for an unimportant memory, and in fifteen for the most important", () => {
    expect(decayedSalience({ salience: 0.8, importance: 0 }, 3 * DAY)).toBeCloseTo(0.4);
    expect(decayedSalience({ salience: 0.8, importance: 1 }, 15 * DAY)).toBeCloseTo(0.1 + 0.35);
  });

  test("never rises, ends at a tenth of importance, and does not depend on the steps", () => {
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

  test("does not change when the clock is set back", () => {
    expect(decayedSalience({ salience: 0.5, importance: 0.5 }, -DAY)).toBe(0.5);
  });
});

describe("timeToDecay", () => {
  test("is the time until decay reaches the amount, or null if it never does", () => {
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
  test("never falls, stays within 1, and rises more the longer ago the last recall was", () => {
    fc.assert(
      fc.property(unit, span, span, (salience, a, b) => {
        const [soon, late] = [Math.min(a, b), Math.max(a, b)];
        expect(recalledSalience(salience, soon)).toBeGreaterThanOrEqual(salience);
        expect(recalledSalience(salience, late)).toBeGreaterThanOrEqual(recalledSalience(salience, soon));
        expect(recalledSalience(salience, late)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("closes a quarter of the gap after long, half of that after six hours, and nothing when the clock was set back", () => {
    expect(recalledSalience(0.2, Infinity)).toBeCloseTo(0.4);
    expect(recalledSalience(0.2, DAY / 4)).toBeCloseTo(0.3);
    expect(recalledSalience(0.2, -DAY)).toBe(0.2);
  });

  test("rises less with each recall, and hardly at all within a minute", () => {
    const once = recalledSalience(0.3, DAY);
    expect(recalledSalience(once, DAY) - once).toBeLessThan(once - 0.3);
    expect(recalledSalience(0.3, 60_000) - 0.3).toBeLessThan(0.001);
  });
});
