import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packVector } from "../../../mind/ranking/packedVectors";
import { nearestOf, strangersCosine, strengthOf, type Near } from "./nearest";
import { LEXICAL_FLOOR, NEIGHBOURS } from "./neighbourGraph";

const near = fc.record({
  place: fc.nat(40),
  strength: fc.constantFrom(0, 0.1, 0.2, 0.5, 1),
});
const distinct = fc.uniqueArray(near, { selector: ({ place }) => place, maxLength: 30 });

describe("strengthOf", () => {
  it("is 0 for strangers, by words and by vectors, and 1 for the same text", () => {
    expect(strengthOf(LEXICAL_FLOOR, null, 1)).toBe(0);
    expect(strengthOf(LEXICAL_FLOOR / 2, 0.3, 0.3)).toBe(0);
    expect(strengthOf(1, null, 1)).toBe(1);
    expect(strengthOf(1, 1, 0.3)).toBe(1);
  });

  it("goes by meaning before words where vectors tell", () => {
    const [wordsAlone, meaningAlone] = [strengthOf(0.5, 0.1, 0.3), strengthOf(0, 0.6, 0.3)];
    expect(strengthOf(0.4, 0.3, 0.3)).toBeLessThan(strengthOf(0.1, 0.55, 0.3));
    expect(meaningAlone).toBeGreaterThan(wordsAlone);
    expect(wordsAlone).toBeGreaterThan(0);
  });

  it("stays from 0 to 1 and rises with each of the two", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.double({ min: -1, max: 1, noNaN: true }), share, (a, b, cosine, floor) => {
        const strangers = 0.9 * floor;
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const strength = strengthOf(less, cosine, strangers);
        expect(strength).toBeGreaterThanOrEqual(0);
        expect(strength).toBeLessThanOrEqual(1);
        expect(strengthOf(more, cosine, strangers)).toBeGreaterThanOrEqual(strength);
        expect(strengthOf(less, 1, strangers)).toBeGreaterThanOrEqual(strength);
      }),
    );
  });
});

describe("strangersCosine", () => {
  /** Directions that share a common part, as those of many models do. */
  const vectors = (common: number) =>
    Array.from({ length: 16 }, (_, i) =>
      packVector([common, ...Array.from({ length: 16 }, (_, j) => (i === j ? 1 : 0))]),
    );

  it("is what texts of the model have in common anyway", () => {
    expect(strangersCosine(vectors(0))).toBeCloseTo(0, 3);
    expect(strangersCosine(vectors(1))).toBeCloseTo(0.5, 3);
  });

  it("is a usual value where too few are there, and leaves room above where all are alike", () => {
    expect(strangersCosine(vectors(1).slice(0, 3))).toBe(strangersCosine([]));
    expect(strangersCosine(vectors(100))).toBeLessThan(1);
  });
});

describe("nearestOf", () => {
  it("keeps the strongest, never itself, each once, strongest first", () => {
    fc.assert(
      fc.property(fc.nat(40), distinct, distinct, (own, known, found) => {
        const nearest = nearestOf(own, known, found);
        expect(nearest.length).toBeLessThanOrEqual(NEIGHBOURS);
        expect(new Set(nearest.map(({ place }) => place)).size).toBe(nearest.length);
        expect(nearest.some(({ place, strength }) => place === own || strength <= 0)).toBe(false);
        const strengths = nearest.map(({ strength }) => strength);
        expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
      }),
    );
  });

  it("comes to the same whatever order things are found in, and found again changes nothing", () => {
    fc.assert(
      fc.property(fc.nat(40), distinct, (own, all) => {
        const atOnce = nearestOf(own, [], all);
        const oneByOne = all.reduceRight((known: readonly Near[], one) => nearestOf(own, known, [one]), []);
        expect(oneByOne).toEqual(atOnce);
        expect(nearestOf(own, atOnce, all)).toEqual(atOnce);
      }),
    );
  });

  it("prefers what was told at about the same time among equally near ones", () => {
    const all = Array.from({ length: 40 }, (_, place) => ({ place, strength: 0.5 }));
    const places = nearestOf(20, [], all).map(({ place }) => place);
    expect(places.sort((a, b) => a - b)).toEqual([14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26]);
  });
});
