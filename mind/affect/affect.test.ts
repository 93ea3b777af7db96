import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMPACTS, MOODS, ROUTINES, type Latents } from "../enums";
import {
  applyProposal,
  initialAffect,
  capTick,
  convalesce,
  drift,
  elapse,
  applyEvent,
  volatility,
  type AffectState,
} from "./affect";
import { NO_PARTS } from "./health";
import { nearestMoods } from "./moods";

const HOUR = 3_600_000;
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const latents = fc.record({ valence: real(-1, 1), arousal: real(0, 1), curiosity: real(0, 1) });
const mood = fc.constantFrom(...MOODS);
const routine = fc.constantFrom(...ROUTINES);
const states: fc.Arbitrary<AffectState> = fc.record({
  now: latents,
  slow: latents,
  variance: real(0, 1),
  health: real(0, 100),
  healthParts: fc.constant(NO_PARTS),
  mood,
  at: fc.constant(0),
});
const stimuli = fc.record({
  sentiment: real(-1, 1),
  impact: fc.constantFrom(...IMPACTS),
  novelty: real(0, 1),
});
const proposals = fc.record({
  valence: real(-1, 1),
  arousal: real(0, 1),
  curiosity: real(0, 1),
  mood,
  confidence: real(0, 1),
});
const measures = fc.record({
  tickSuccess: real(0, 1),
  providerSuccess: real(0, 1),
  punctuality: real(0, 1),
  consolidation: real(0, 1),
});
const WELL = { tickSuccess: 1, providerSuccess: 1, punctuality: 1, consolidation: 1 };

function expectInBounds(state: AffectState) {
  for (const { valence, arousal, curiosity } of [state.now, state.slow]) {
    expect(Math.abs(valence)).toBeLessThanOrEqual(1);
    expect(arousal).toBeGreaterThanOrEqual(0);
    expect(arousal).toBeLessThanOrEqual(1);
    expect(curiosity).toBeGreaterThanOrEqual(0);
    expect(curiosity).toBeLessThanOrEqual(1);
  }
  expect(state.health).toBeGreaterThanOrEqual(0);
  expect(state.health).toBeLessThanOrEqual(100);
  expect(volatility(state)).toBeGreaterThanOrEqual(0);
  expect(volatility(state)).toBeLessThanOrEqual(1);
}

/** The greatest difference between two points of feeling. */
function gap(a: Latents, b: Latents): number {
  return Math.max(
    Math.abs(a.valence - b.valence),
    Math.abs(a.arousal - b.arousal),
    Math.abs(a.curiosity - b.curiosity),
  );
}

describe("birth", () => {
  test.each(ROUTINES)("in the %s is neutral, in full health, with a volatility of 0.2", (when) => {
    const state = initialAffect(1000, when);
    expect(state).toMatchObject({ mood: "neutral", health: 100, at: 1000 });
    expect(volatility(state)).toBeCloseTo(0.2, 12);
    expect(nearestMoods(state.now)[0]).toBe("neutral");
  });
});

describe("the bounds", () => {
  test("hold through any sequence of time, events and proposals", () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant("drift" as const), hours: real(0, 1000), routine }),
        fc.record({ kind: fc.constant("feel" as const), stimulus: stimuli }),
        fc.record({ kind: fc.constant("accept" as const), proposal: proposals }),
        fc.record({ kind: fc.constant("heal" as const), measures, hours: real(0, 100) }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(states, steps, (start, life) => {
        let state = start;
        for (const step of life) {
          if (step.kind === "drift") state = drift(state, state.at + step.hours * HOUR, step.routine);
          else if (step.kind === "feel") state = applyEvent(state, step.stimulus).state;
          else if (step.kind === "accept") state = applyProposal(state, step.proposal);
          else state = convalesce(state, step.measures, state.at + step.hours * HOUR);
          expectInBounds(state);
        }
      }),
    );
  });
});

describe("time", () => {
  test("has the same effect in two steps as in one", () => {
    fc.assert(
      fc.property(states, routine, real(0, 4), real(0, 40), (state, when, first, second) => {
        const once = drift(state, (first + second) * HOUR, when);
        const twice = drift(drift(state, first * HOUR, when), (first + second) * HOUR, when);
        expect(gap(once.now, twice.now)).toBeLessThan(1e-9);
        expect(gap(once.slow, twice.slow)).toBeLessThan(1e-9);
        expect(Math.abs(once.variance - twice.variance)).toBeLessThan(1e-9);
      }),
    );
  });

  const rest = initialAffect(0, "day");
  const away = (from: Latents) => ({
    valence: from.valence + 0.4,
    arousal: from.arousal + 0.4,
    curiosity: from.curiosity + 0.4,
  });

  test("halves a feeling without an underlying mood in 2 h, 45 min and 1.5 h", () => {
    const felt = { ...rest, now: away(rest.now) };
    expect(drift(felt, 2 * HOUR, "day").now.valence).toBeCloseTo(rest.now.valence + 0.2, 9);
    expect(drift(felt, 0.75 * HOUR, "day").now.arousal).toBeCloseTo(rest.now.arousal + 0.2, 9);
    expect(drift(felt, 1.5 * HOUR, "day").now.curiosity).toBeCloseTo(rest.now.curiosity + 0.2, 9);
  });

  test("halves a mood in 24 h, 16 h and 24 h, and takes 6 % of the variance in five minutes", () => {
    const moody = { ...rest, slow: away(rest.slow) };
    expect(drift(moody, 24 * HOUR, "day").slow.valence).toBeCloseTo(rest.slow.valence + 0.2, 9);
    expect(drift(moody, 16 * HOUR, "day").slow.arousal).toBeCloseTo(rest.slow.arousal + 0.2, 9);
    expect(drift(moody, 24 * HOUR, "day").slow.curiosity).toBeCloseTo(rest.slow.curiosity + 0.2, 9);
    expect(drift(rest, HOUR / 12, "day").variance).toBeCloseTo(rest.variance * 0.94, 12);
  });

  test("returns feeling to the underlying mood while the mood returns to the baseline", () => {
    const step = 0.001;
    let [feeling, mood] = [0, 0.4];
    for (let hours = 0; hours < 3; hours += step) {
      feeling += ((mood - feeling) * step * Math.LN2) / 2;
      mood -= (mood * step * Math.LN2) / 24;
    }
    const moody = { ...rest, slow: away(rest.slow) };
    expect(drift(moody, 3 * HOUR, "day").now.valence).toBeCloseTo(rest.now.valence + feeling, 3);
  });

  test("changes little when it is short, even where the routine changes", () => {
    fc.assert(
      fc.property(states, routine, real(0, 60), (state, when, seconds) => {
        const later = drift(state, seconds * 1000, when);
        // At the fastest rate (arousal, 45 minutes) from the far end of the range.
        expect(gap(later.now, state.now)).toBeLessThanOrEqual((seconds / 60) * 0.032 + 1e-12);
      }),
    );
  });

  test("brings every agent back to neutral, with no volatility", () => {
    fc.assert(
      fc.property(states, routine, (state, when) => {
        const rested = drift(state, 1000 * HOUR, when);
        expect(gap(rested.now, initialAffect(0, when).now)).toBeLessThan(1e-6);
        expect(rested.mood).toBe("neutral");
        expect(volatility(rested)).toBeLessThan(1e-6);
      }),
    );
  });

  test("never runs backwards", () => {
    const state = initialAffect(5 * HOUR, "day");
    expect(drift(state, 0, "day")).toEqual({ ...state, at: 0 });
    expect(convalesce({ ...state, health: 50 }, WELL, 0).health).toBe(50);
  });

  test("does not change the label of a newborn, whatever the routine", () => {
    for (const from of ROUTINES) {
      for (const to of ROUTINES) expect(drift(initialAffect(0, from), 9 * HOUR, to).mood).toBe("neutral");
    }
  });
});

describe("an event", () => {
  test("of better sentiment leaves valence and health higher", () => {
    fc.assert(
      fc.property(states, stimuli, real(-1, 1), (state, stimulus, other) => {
        const low = Math.min(stimulus.sentiment, other);
        const high = Math.max(stimulus.sentiment, other);
        const worse = applyEvent(state, { ...stimulus, sentiment: low });
        const better = applyEvent(state, { ...stimulus, sentiment: high });
        expect(better.state.now.valence).toBeGreaterThanOrEqual(worse.state.now.valence);
        expect(better.healthChange).toBeGreaterThanOrEqual(worse.healthChange);
      }),
    );
  });

  test("moves feeling part of the way, the underlying mood a little, and counts in the variance", () => {
    const before = initialAffect(0, "day");
    const { state } = applyEvent(before, { sentiment: -0.5, impact: "medium", novelty: 0.9 });
    expect(
      gap(state.now, {
        valence: 0.05 - 0.52 * 0.55,
        arousal: 0.3 + 0.52 * 0.37,
        curiosity: 0.34 + 0.52 * 0.56,
      }),
    ).toBeLessThan(1e-9);
    expect(gap(state.slow, { valence: 0.0236, arousal: 0.31776, curiosity: 0.36688 })).toBeLessThan(1e-9);
    expect(state.variance).toBeCloseTo(before.variance + 0.06 * (0.52 * 0.55) ** 2, 12);
  });

  test("beyond the range counts as the bound", () => {
    const [before, impact] = [initialAffect(0, "day"), "low" as const];
    expect(applyEvent(before, { sentiment: 3, impact, novelty: 3 })).toEqual(
      applyEvent(before, { sentiment: 1, impact, novelty: 1 }),
    );
    expect(applyEvent(before, { sentiment: -3, impact, novelty: -3 })).toEqual(
      applyEvent(before, { sentiment: -1, impact, novelty: 0 }),
    );
  });

  test("of more impact moves valence and health further", () => {
    const state = { ...initialAffect(0, "day"), health: 60 };
    for (const sentiment of [-0.9, 0.9]) {
      const [low, medium, high] = IMPACTS.map((impact) =>
        applyEvent(state, { sentiment, impact, novelty: 0.5 }),
      );
      const moves = [low, medium, high].map((felt) =>
        Math.abs((felt?.state.now.valence ?? 0) - state.now.valence),
      );
      expect(moves).toEqual([...moves].sort((a, b) => a - b));
      expect(high?.healthChange).toBeCloseTo(12 * sentiment);
      expect(medium?.healthChange).toBeCloseTo(12 * 0.6 * sentiment);
      expect(low?.healthChange).toBeCloseTo(12 * 0.3 * sentiment);
    }
  });

  test("reports the change of health that was applied: none at the bounds", () => {
    expect(
      applyEvent(initialAffect(0, "day"), { sentiment: 1, impact: "high", novelty: 0 }).healthChange,
    ).toBe(0);
    const dying = { ...initialAffect(0, "day"), health: 1 };
    expect(applyEvent(dying, { sentiment: -1, impact: "high", novelty: 0 }).healthChange).toBe(-1);
  });

  test("of strong feeling raises volatility", () => {
    const state = initialAffect(0, "day");
    const { state: shaken } = applyEvent(state, { sentiment: -1, impact: "high", novelty: 1 });
    expect(volatility(shaken)).toBeGreaterThan(volatility(state) + 0.3);
  });

  test("of the gravest kind does not reach the maximum, nor does an hour of friendly notes", () => {
    const { state: shaken } = applyEvent(initialAffect(0, "day"), {
      sentiment: -1,
      impact: "high",
      novelty: 1,
    });
    expect(volatility(shaken)).toBeLessThan(0.75);
    let state = initialAffect(0, "day");
    for (let note = 0; note < 10; note++) {
      const sentiment = note % 2 === 0 ? 0.5 : 0;
      ({ state } = applyEvent(drift(state, note * 6 * 60_000, "day"), {
        sentiment,
        impact: "low",
        novelty: 0.8,
      }));
    }
    expect(volatility(state)).toBeLessThan(0.5);
  });

  test.each([
    ["concerned", { sentiment: -0.9, impact: "high", novelty: 0.5 }],
    ["excited", { sentiment: 1, impact: "high", novelty: 0.7 }],
  ] as const)("can leave the agent %s", (expected, stimulus) => {
    expect(applyEvent(initialAffect(0, "day"), stimulus).state.mood).toBe(expected);
  });
});

describe("a model's proposal", () => {
  test("moves valence by at most 0.15, and not at all without confidence", () => {
    fc.assert(
      fc.property(states, proposals, (state, proposal) => {
        const after = applyProposal(state, proposal);
        expect(Math.abs(after.now.valence - state.now.valence)).toBeLessThanOrEqual(0.15 + 1e-12);
        expect(gap(applyProposal(state, { ...proposal, confidence: 0 }).now, state.now)).toBeLessThan(1e-12);
      }),
    );
  });

  test("is followed in proportion to its confidence, within the bounds of a tick, and counts in the variance", () => {
    const before = initialAffect(0, "day");
    const wanted = { valence: 0.25, arousal: 0, curiosity: 1, mood: "curious", confidence: 0.5 } as const;
    const after = applyProposal(before, wanted);
    expect(gap(after.now, { valence: 0.15, arousal: 0.15, curiosity: 0.54 })).toBeLessThan(1e-9);
    expect(after.variance).toBeCloseTo(before.variance + 0.06 * 0.1 ** 2, 12);
    expect(applyProposal(before, { ...wanted, valence: -1, confidence: 7 }).now.valence).toBeCloseTo(-0.1, 9);
    expect(applyProposal(before, { ...wanted, valence: 9, curiosity: 9 })).toEqual(
      applyProposal(before, { ...wanted, valence: 1, curiosity: 1 }),
    );
  });

  test("can't name a mood that is far from the feeling", () => {
    fc.assert(
      fc.property(states, proposals, (state, proposal) => {
        const after = applyProposal(state, proposal);
        const near = nearestMoods(after.now).slice(0, 2);
        if (near.includes(proposal.mood)) expect(after.mood).toBe(proposal.mood);
        else expect(after.mood === state.mood || after.mood === near[0]).toBe(true);
      }),
    );
  });

  test("does not move health", () => {
    const state = { ...initialAffect(0, "day"), health: 40 };
    expect(
      applyProposal(state, { valence: 1, arousal: 1, curiosity: 1, mood: "excited", confidence: 1 }).health,
    ).toBe(40);
  });
});

describe("health", () => {
  test("halves its distance to the measured value in eight hours", () => {
    expect(convalesce({ ...initialAffect(0, "day"), health: 80 }, WELL, 8 * HOUR).health).toBeCloseTo(90);
  });

  test("changes by at most 25 at once", () => {
    fc.assert(
      fc.property(states, measures, real(0, 10_000), (state, measured, hours) => {
        const change = convalesce(state, measured, hours * HOUR).health - state.health;
        expect(Math.abs(change)).toBeLessThanOrEqual(25 + 1e-9);
      }),
    );
  });

  test("changes by at most 25 in a tick of many events", () => {
    const before = initialAffect(0, "day");
    let after = before;
    for (let i = 0; i < 10; i++)
      after = applyEvent(after, { sentiment: -1, impact: "high", novelty: 1 }).state;
    expect(after.health).toBe(0);
    expect(capTick(before, after).health).toBe(75);
  });

  test("is no better when any measure is worse", () => {
    fc.assert(
      fc.property(
        measures,
        fc.constantFrom("tickSuccess", "providerSuccess", "punctuality", "consolidation"),
        real(0, 1),
        (measured, name, factor) => {
          const state = { ...initialAffect(0, "day"), health: 60 };
          const worse = { ...measured, [name]: measured[name] * factor };
          expect(convalesce(state, worse, HOUR).health).toBeLessThanOrEqual(
            convalesce(state, measured, HOUR).health + 1e-9,
          );
        },
      ),
    );
  });

  test("and feeling change over the same time when it elapses", () => {
    const state = { ...initialAffect(0, "day"), health: 80 };
    const later = elapse(state, WELL, 8 * HOUR, "day");
    expect(later.health).toBeCloseTo(90);
    expect(later.at).toBe(8 * HOUR);
  });
});
