import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMPACTS, ROUTINES } from "../enums";
import { applyEvent, applyProposal, capTick, elapse, initialAffect, type AffectState } from "./affect";
import { boundedProposal, proposalClamps } from "./clamps";
import { applyCorrections } from "./correction";
import { explainAffect } from "./explanation";

const HOUR = 3_600_000;
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const routine = fc.constantFrom(...ROUTINES);
const step = fc.oneof(
  fc.record({
    kind: fc.constant("event" as const),
    sentiment: real(-1, 1),
    impact: fc.constantFrom(...IMPACTS),
    novelty: real(0, 1),
  }),
  fc.record({
    kind: fc.constant("time" as const),
    hours: real(0, 30),
    measures: fc.record({
      tickSuccess: real(0, 1),
      providerSuccess: real(0, 1),
      punctuality: real(0, 1),
      consolidation: real(0, 1),
    }),
  }),
);
/** An agent after a random life. */
const lives = fc
  .tuple(fc.array(step, { maxLength: 20 }), routine)
  .map(([steps, routine]) =>
    steps.reduce<AffectState>(
      (state, one) =>
        one.kind === "event"
          ? applyEvent(state, one).state
          : elapse(state, one.measures, state.at + one.hours * HOUR, routine),
      initialAffect(0, routine),
    ),
  );

const sum = (parts: object) => Object.values(parts).reduce((total: number, part: number) => total + part, 0);

describe("an explanation", () => {
  test("has parts that add up to health and to each feeling", () => {
    fc.assert(
      fc.property(lives, routine, (state, routine) => {
        const { health, feeling } = explainAffect(state, routine);
        const { value, ...parts } = health;
        expect(value).toBe(Number(state.health.toFixed(2)));
        expect(Number(sum(parts).toFixed(2))).toBeCloseTo(value, 10);
        for (const { value, ...parts } of Object.values(feeling))
          expect(Number(sum(parts).toFixed(4))).toBeCloseTo(value, 10);
      }),
    );
  });

  test("names the cause: an event, a failing provider, or a bound", () => {
    const well = { tickSuccess: 1, providerSuccess: 1, punctuality: 1, consolidation: 1 };
    const born = initialAffect(0, "day");
    const hurt = applyEvent(born, { sentiment: -1, impact: "high", novelty: 1 }).state;
    expect(explainAffect(hurt, "day").health).toMatchObject({ value: 88, events: -12, limits: 0 });
    const ill = elapse(born, { ...well, providerSuccess: 0 }, 8 * HOUR, "day");
    const { providerSuccess, events, tickSuccess } = explainAffect(ill, "day").health;
    expect(providerSuccess).toBeLessThan(-20);
    expect([events, tickSuccess]).toEqual([0, 0]);
    const praised = applyEvent(born, { sentiment: 1, impact: "high", novelty: 1 }).state;
    expect(explainAffect(praised, "day").health).toMatchObject({ value: 100, events: 12, limits: -12 });
  });
});

describe("a proposal", () => {
  const wild = { valence: 9, arousal: -3, curiosity: Infinity, confidence: 2, mood: "furious" };

  test("out of range is clamped, and each clamp says so", () => {
    const { proposal, clamps } = boundedProposal(wild, "neutral");
    expect(proposal).toEqual({ valence: 1, arousal: 0, curiosity: 1, confidence: 1, mood: "neutral" });
    expect(clamps.map(({ field }) => field)).toEqual([
      "valence",
      "arousal",
      "curiosity",
      "confidence",
      "mood",
    ]);
  });

  test("within reach is not clamped; beyond it the receipt has the reach", () => {
    const born = initialAffect(0, "day");
    const near = { ...born.now, mood: born.mood, confidence: 1 };
    const clampsOf = (proposal: typeof near) => {
      const accepted = applyProposal(born, proposal);
      return proposalClamps(born, proposal, accepted, capTick(born, accepted));
    };
    expect(clampsOf(near)).toEqual([]);
    const [clamp] = clampsOf({ ...near, valence: 1 });
    expect(clamp).toMatchObject({ field: "valence", asked: 1, applied: born.now.valence + 0.15 });
  });
});

describe("corrected sentiments", () => {
  const corrections = fc.array(
    fc.record({ from: real(-1, 1), to: real(-1, 1), impact: fc.constantFrom(...IMPACTS) }),
    { maxLength: 10 },
  );

  test("move valence and health by no more than their bounds, in their direction", () => {
    fc.assert(
      fc.property(lives, corrections, (before, corrections) => {
        const { state, clamps } = applyCorrections(before, corrections);
        expect(Math.abs(state.now.valence - before.now.valence)).toBeLessThanOrEqual(0.3 + 1e-9);
        expect(Math.abs(state.health - before.health)).toBeLessThanOrEqual(12 + 1e-9);
        if (corrections.every(({ from, to }) => to >= from))
          expect(state.health).toBeGreaterThanOrEqual(before.health);
        if (corrections.length < 2)
          expect(clamps.filter(({ field }) => field === "valence").length).toBeLessThan(2);
      }),
    );
  });

  test("that are cut are told", () => {
    const worst = { from: 1, to: -1, impact: "high" } as const;
    const { clamps } = applyCorrections(initialAffect(0, "day"), [worst]);
    expect(clamps.map(({ field, applied }) => [field, applied])).toEqual([
      ["valence", -0.3],
      ["health", -12],
    ]);
  });
});
