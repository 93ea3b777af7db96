import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closenessOf, coreConfidence } from "./coreConfidence";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const witness = fc.record({ closeness: share, confidence: share });
const witnesses = fc.array(witness, { maxLength: 20 });

describe("coreConfidence", () => {
  it("stays from 0 up to below 1, in any order of the members", () => {
    fc.assert(
      fc.property(witnesses, (all) => {
        const confidence = coreConfidence(all);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThan(1);
        expect(coreConfidence([...all].reverse())).toBeCloseTo(confidence, 2);
      }),
    );
  });

  it("never falls by a further member, nor by one that is nearer or surer", () => {
    fc.assert(
      fc.property(witnesses, witness, share, (all, one, more) => {
        const before = coreConfidence(all);
        const after = coreConfidence([...all, one]);
        expect(after).toBeGreaterThanOrEqual(before);
        const better = { ...one, closeness: Math.max(one.closeness, more) };
        expect(coreConfidence([...all, better])).toBeGreaterThanOrEqual(after);
      }),
    );
  });
});

describe("the confidence of a theme", () => {
  const sure = { closeness: 1, confidence: 1 };

  it("is that not all of its witnesses are wrong, and never beyond doubt", () => {
    expect(coreConfidence([])).toBe(0);
    expect(coreConfidence([{ closeness: 0.5, confidence: 0.8 }])).toBe(0.4);
    expect(
      coreConfidence([
        { closeness: 0.5, confidence: 0.8 },
        { closeness: 0.5, confidence: 1 },
      ]),
    ).toBe(0.7);
    expect(coreConfidence([sure, sure, sure])).toBe(0.99);
  });

  it("takes what is out of range for its end", () => {
    expect(coreConfidence([{ closeness: 7, confidence: 0.3 }])).toBe(0.3);
    expect(coreConfidence([{ closeness: -1, confidence: -1 }])).toBe(0);
  });
});

describe("closenessOf", () => {
  it("is the mean of the three strongest links; who has one link only is not in the midst", () => {
    expect(closenessOf([0.1, 0.6, 0.3, 0.9])).toBeCloseTo(0.6);
    expect(closenessOf([0.9])).toBeCloseTo(0.3);
    expect(closenessOf([])).toBe(0);
  });
});
