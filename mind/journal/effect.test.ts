import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOODS, ROUTINES } from "../enums";
import { lengthOf, signed } from "../text/phrasing";
import { feed } from "../../test/mind/situations";
import { EFFECT_LENGTH, effectOf } from "./effect";
import { feltSummary, restedSummary } from "./stateSummary";

const share = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const state = fc.record({
  mood: fc.constantFrom(...MOODS),
  health: share(0, 100),
  routine: fc.constantFrom(...ROUTINES),
  latents: fc.record({ valence: share(-1, 1), arousal: share(0, 1), curiosity: share(0, 1) }),
});

describe("the effect on mood and health", () => {
  test("and the summaries with it keep their maximum lengths", () => {
    fc.assert(
      fc.property(state, state, fc.string({ minLength: 1, maxLength: 400 }), (before, after, content) => {
        expect(lengthOf(effectOf(before, after))).toBeLessThanOrEqual(EFFECT_LENGTH);
        expect(lengthOf(feltSummary(feed(content), before, after))).toBeLessThanOrEqual(280);
        expect(lengthOf(restedSummary(before, after) ?? "")).toBeLessThanOrEqual(280);
      }),
    );
  });

  test("is null if time changed nothing that is shown", () => {
    fc.assert(
      fc.property(state, (before) => {
        expect(restedSummary(before, before)).toBeNull();
      }),
    );
  });

  test("has a sign on every change except zero", () => {
    expect([signed(0.42), signed(-8, 0), signed(-0.001)]).toEqual(["+0.42", "−8", "0.00"]);
  });
});
