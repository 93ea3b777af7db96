/** The affect model: how feeling rests, is moved and returns. Every function is closed in the time that passed. */
import type { Impact, Latents, Mood, Routine } from "../enums";
import {
  cappedHealth,
  eventPoints,
  healthAfter,
  NO_PARTS,
  partsAfter,
  type HealthMeasures,
  type HealthParts,
} from "./health";
import { labelFor, nearestMoods } from "./moods";

export { nearestMoods } from "./moods";
export type { HealthMeasures } from "./health";

/** All that the agent feels with. Latents and `slow` share their ranges; `at` is ms since the epoch. */
export interface AffectState {
  /** What the agent feels now. */
  now: Latents;
  /** The mood underneath, which feeling returns to within hours and which itself returns to the baseline within days. */
  slow: Latents;
  /** Exponentially weighted mean of squared moves of valence; `volatility` is read from it. */
  variance: number;
  /** 0 to 100. */
  health: number;
  /** Why it isn't 100. */
  healthParts: HealthParts;
  mood: Mood;
  /** The moment that this state describes. */
  at: number;
}

/** Something that moves feeling: `sentiment` −1 to 1, `novelty` 0 to 1. */
export interface Stimulus {
  sentiment: number;
  impact: Impact;
  novelty: number;
}

/** What a model asks the affect to be; `confidence` 0 to 1 weighs how far it is followed. */
export type AffectProposal = Latents & { mood: Mood; confidence: number };

const MS_PER_HOUR = 3_600_000;
const LOWEST: Latents = { valence: -1, arousal: 0, curiosity: 0 };

/** The temperament: mildly cheerful and interested, calmer at night. All four lie well inside `neutral`. */
const BASELINES: { readonly [routine in Routine]: Latents } = {
  morning: { valence: 0.06, arousal: 0.26, curiosity: 0.36 },
  day: { valence: 0.05, arousal: 0.3, curiosity: 0.34 },
  evening: { valence: 0.04, arousal: 0.24, curiosity: 0.36 },
  overnight: { valence: 0.01, arousal: 0.16, curiosity: 0.34 },
};

/** The mood underneath halves its distance to the baseline in about a day; excitement goes sooner than the rest. */
const SLOW_HALF_LIFE_HOURS: Latents = { valence: 24, arousal: 16, curiosity: 24 };
/** Feeling halves its distance to the mood underneath in hours: arousal in 45 minutes, valence in two hours. */
const NOW_HALF_LIFE_HOURS: Latents = { valence: 2, arousal: 0.75, curiosity: 1.5 };

/** How heavy an event is, 0 to 1, by its impact. */
export const IMPACT_WEIGHTS: { readonly [impact in Impact]: number } = { low: 0.3, medium: 0.6, high: 1 };
/**
 * An event pulls feeling this share of the way: even the lightest is noticed, the heaviest does not fill the mind. Most
 * of what comes in is light, and with a base of 0.1 a quarter of the ordinary days went by without a trace.
 */
const PULL = { base: 0.25, perWeight: 0.45 };
/** And the mood underneath by this much: a dozen heavy events make a mood, one does not. */
const SLOW_PULL = 0.08;
/** The arousal that an event pulls towards: at least the neutral prototype's, near the top for a heavy one. */
const AROUSAL_TARGET = { base: 0.25, perWeight: 0.7 };

/** The furthest that a model's proposal moves feeling in a tick: less than a medium event, so that it can't talk itself up. */
export const PROPOSAL_REACH: Latents = { valence: 0.15, arousal: 0.2, curiosity: 0.2 };

/** Kept share of the variance in five minutes (the decay of RiskMetrics); it halves in just under an hour. */
const VARIANCE_DECAY = 0.94;
const VARIANCE_STEP_HOURS = 1 / 12;
/**
 * The typical move at which volatility reaches 1 − 1/e: that of an event of medium impact and mild feeling. At half of it a single
 * grave event, or ten friendly notes, left no room above.
 */
const VOLATILITY_SCALE = 0.15;
/** Before it has lived the agent is taken to be a little unsteady, not proven calm. */
const BIRTH_VOLATILITY = 0.2;

/** A newborn at rest: on the baseline of `routine`, neutral, in full health, with a volatility of 0.2. */
export function initialAffect(at: number, routine: Routine): AffectState {
  const baseline = BASELINES[routine];
  return {
    now: { ...baseline },
    slow: { ...baseline },
    variance: (-VOLATILITY_SCALE * Math.log(1 - BIRTH_VOLATILITY)) ** 2,
    health: 100,
    healthParts: NO_PARTS,
    mood: "neutral",
    at,
  };
}

/**
 * Time passes until `at`: feeling returns to the mood underneath, that to the baseline of `routine`, and moves of the
 * past are forgotten. This is the exact solution of the two coupled decays, so one long step equals many short ones
 * within a routine; over a change of routine it differs by less than the baselines do. Health stays as it is
 * (see `convalesce`). A clock that was set back changes no feeling; time goes on from where it stands now.
 */
export function drift(state: AffectState, at: number, routine: Routine): AffectState {
  const hours = (at - state.at) / MS_PER_HOUR;
  if (!(hours > 0)) return { ...state, at };
  const baseline = BASELINES[routine];
  const now = mapAxes((axis) => {
    const slowRate = Math.LN2 / SLOW_HALF_LIFE_HOURS[axis];
    const nowRate = Math.LN2 / NOW_HALF_LIFE_HOURS[axis];
    const slowKept = Math.exp(-slowRate * hours);
    const nowKept = Math.exp(-nowRate * hours);
    const carried = (nowRate / (nowRate - slowRate)) * (slowKept - nowKept);
    return (
      baseline[axis] +
      (state.slow[axis] - baseline[axis]) * carried +
      (state.now[axis] - baseline[axis]) * nowKept
    );
  });
  const slow = mapAxes(
    (axis) =>
      baseline[axis] + (state.slow[axis] - baseline[axis]) * 2 ** (-hours / SLOW_HALF_LIFE_HOURS[axis]),
  );
  const variance = state.variance * VARIANCE_DECAY ** (hours / VARIANCE_STEP_HOURS);
  return { ...state, now, slow, variance, mood: labelFor(now, state.mood), at };
}

/**
 * Something happened at the moment of `state`: feeling moves towards it, the more the heavier it is.
 * `healthChange` is the change really applied, within the bounds of health and never more than 25 either way.
 */
export function applyEvent(
  state: AffectState,
  stimulus: Stimulus,
): { state: AffectState; healthChange: number } {
  const weight = IMPACT_WEIGHTS[stimulus.impact];
  const sentiment = within(stimulus.sentiment, -1, 1);
  const target: Latents = {
    valence: sentiment,
    arousal: AROUSAL_TARGET.base + AROUSAL_TARGET.perWeight * weight,
    curiosity: within(stimulus.novelty, 0, 1),
  };
  const pull = pullOf(stimulus.impact);
  const now = mapAxes((axis) => state.now[axis] + pull * (target[axis] - state.now[axis]));
  const slow = mapAxes((axis) => state.slow[axis] + SLOW_PULL * weight * (target[axis] - state.slow[axis]));
  const hurt = movedHealth(state, eventPoints(sentiment, weight));
  return {
    state: { ...moved(hurt, now), slow, mood: labelFor(now, state.mood) },
    healthChange: hurt.health - state.health,
  };
}

/** The share of the way that an event of this impact pulls feeling. */
export function pullOf(impact: Impact): number {
  return PULL.base + PULL.perWeight * IMPACT_WEIGHTS[impact];
}

/** The latents that feeling returns to at this time of day. */
export function baselineOf(routine: Routine): Latents {
  return BASELINES[routine];
}

/** Several things happened, one after another, at the moment of `state`. */
export function applyEvents(state: AffectState, stimuli: readonly Stimulus[]): AffectState {
  return stimuli.reduce((felt, stimulus) => applyEvent(felt, stimulus).state, state);
}

/**
 * The model proposes, this disposes: feeling goes towards the proposal by its confidence, at most as far as one tick
 * may reach, and its label is taken only if it is one of the two moods nearest to where feeling then is.
 */
export function applyProposal(state: AffectState, proposal: AffectProposal): AffectState {
  const confidence = within(proposal.confidence, 0, 1);
  const now = mapAxes((axis) => {
    const wanted = within(proposal[axis], LOWEST[axis], 1) - state.now[axis];
    return state.now[axis] + within(confidence * wanted, -PROPOSAL_REACH[axis], PROPOSAL_REACH[axis]);
  });
  const fitting = nearestMoods(now).slice(0, 2).includes(proposal.mood);
  return { ...moved(state, now), mood: fitting ? proposal.mood : labelFor(now, state.mood) };
}

/**
 * Health moves from the moment of `state` until `at` towards what is measured (half-life 8 h, at most 25 a call).
 * It leaves `state.at` to `drift`, which must come after it: the two tell the same time passing.
 */
export function convalesce(state: AffectState, measures: HealthMeasures, at: number): AffectState {
  const hours = Math.max(0, (at - state.at) / MS_PER_HOUR);
  return {
    ...state,
    health: healthAfter(state.health, measures, hours),
    healthParts: partsAfter(state.healthParts, measures, hours),
  };
}

/** Time passes in body and mind: `convalesce`, then `drift`. What a tick and a feed event begin with. */
export function elapse(
  state: AffectState,
  measures: HealthMeasures,
  at: number,
  routine: Routine,
): AffectState {
  return drift(convalesce(state, measures, at), at, routine);
}

/** `after`, its health held within 25 of `before`: the promise for a whole tick, whatever happened in it. */
export function capTick(before: AffectState, after: AffectState): AffectState {
  return { ...after, health: cappedHealth(before.health, after.health) };
}

/** Behavioural variance, 0 (still) to 1: how far valence has typically been moved in the last hours. */
export function volatility(state: AffectState): number {
  return 1 - Math.exp(-Math.sqrt(state.variance) / VOLATILITY_SCALE);
}

/** Valence moves by so much, within its range. */
export function movedValence(state: AffectState, by: number): AffectState {
  const now = { ...state.now, valence: within(state.now.valence + by, -1, 1) };
  return { ...moved(state, now), mood: labelFor(now, state.mood) };
}

/** Events gave or took so many points of health. */
export function movedHealth(state: AffectState, points: number): AffectState {
  const { health, healthParts } = state;
  return {
    ...state,
    health: cappedHealth(health, health + points),
    healthParts: { ...healthParts, events: healthParts.events + points },
  };
}

/** A move of feeling, remembered in the variance as one observation. */
function moved(state: AffectState, now: Latents): AffectState {
  const move = now.valence - state.now.valence;
  return { ...state, now, variance: state.variance + (1 - VARIANCE_DECAY) * move ** 2 };
}

function mapAxes(value: (axis: keyof Latents) => number): Latents {
  const of = (axis: keyof Latents) => within(value(axis), LOWEST[axis], 1);
  return { valence: of("valence"), arousal: of("arousal"), curiosity: of("curiosity") };
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
