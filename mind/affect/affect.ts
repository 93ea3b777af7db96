/** The affect model: how events and time change the agent's feeling. Every function has a closed form in the elapsed time. */
import { AXES, byWord, type Impact, type Latents, type Mood, type Routine } from "../enums";
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

/** The agent's affect. `at` is in ms since the epoch. */
export interface AffectState {
  /** The present feeling. */
  now: Latents;
  /** The underlying mood: feeling returns to it within hours, and it returns to the baseline within days. */
  slow: Latents;
  /** Exponentially weighted mean of squared changes of valence, from which `volatility` follows. */
  variance: number;
  /** 0 to 100. */
  health: number;
  /** Why it isn't 100. */
  healthParts: HealthParts;
  mood: Mood;
  /** The time of this state. */
  at: number;
}

/** An event that changes feeling: `sentiment` −1 to 1, `novelty` 0 to 1. */
export interface Stimulus {
  sentiment: number;
  impact: Impact;
  novelty: number;
}

/** The affect that a model proposes; `confidence`, 0 to 1, is its weight. */
export type AffectProposal = Latents & { mood: Mood; confidence: number };

const MS_PER_HOUR = 3_600_000;
const LOWEST: Latents = { valence: -1, arousal: 0, curiosity: 0 };

/** The temperament, to which feeling returns: mildly cheerful and interested, calmer at night. All four are clearly `neutral`. */
export const BASELINES: { readonly [routine in Routine]: Latents } = {
  morning: { valence: 0.06, arousal: 0.26, curiosity: 0.36 },
  day: { valence: 0.05, arousal: 0.3, curiosity: 0.34 },
  evening: { valence: 0.04, arousal: 0.24, curiosity: 0.36 },
  overnight: { valence: 0.01, arousal: 0.16, curiosity: 0.34 },
};

/** The underlying mood halves its distance to the baseline in about a day, arousal sooner. */
const SLOW_HALF_LIFE_HOURS: Latents = { valence: 24, arousal: 16, curiosity: 24 };
/** Feeling halves its distance to the underlying mood in hours: arousal in 45 minutes, valence in two hours. */
const NOW_HALF_LIFE_HOURS: Latents = { valence: 2, arousal: 0.75, curiosity: 1.5 };

/** The weight of an event, 0 to 1, by its impact. */
export const IMPACT_WEIGHTS: { readonly [impact in Impact]: number } = { low: 0.3, medium: 0.6, high: 1 };
/**
 * An event moves feeling by this share of the distance. Even the lightest has an effect: with a base of 0.1 a quarter of
 * ordinary days left no trace, because most events are light.
 */
const PULL = { base: 0.25, perWeight: 0.45 };
/** The same for the underlying mood: a dozen heavy events change it, one does not. */
const SLOW_PULL = 0.08;
/** The arousal towards which an event moves feeling: at least that of `neutral`, near 1 for a heavy event. */
const AROUSAL_TARGET = { base: 0.25, perWeight: 0.7 };

/** The most that a model's proposal moves feeling in a tick: less than a medium event, so that a model can't escalate by itself. */
export const PROPOSAL_REACH: Latents = { valence: 0.15, arousal: 0.2, curiosity: 0.2 };

/** The share of the variance that is left after five minutes (RiskMetrics); it halves in just under an hour. */
const VARIANCE_DECAY = 0.94;
const VARIANCE_STEP_HOURS = 1 / 12;
/**
 * The typical change of valence at which volatility is 1 − 1/e: that of an event of medium impact and mild sentiment. With half
 * of it a single grave event, or ten friendly notes, would reach the maximum.
 */
const VOLATILITY_SCALE = 0.15;
/** Without a history the agent counts as slightly volatile. */
const BIRTH_VOLATILITY = 0.2;

/** The affect of a new agent: the baseline of `routine`, neutral, health 100, volatility 0.2. */
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
 * The affect at `at`: feeling returns to the underlying mood, the mood to the baseline of `routine`, and the variance decays.
 * This is the exact solution of two coupled decays, so within a routine one long step equals many short ones; over a change
 * of routine the difference is less than that of the baselines. Health does not change (see `convalesce`). A clock that was
 * set back changes no feeling; time continues from there.
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
 * The affect after an event at the time of `state`. `healthChange` is the change that was applied: health stays within 0 to
 * 100 and changes by at most 25.
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

/** The affect after several events at the time of `state`. */
export function applyEvents(state: AffectState, stimuli: readonly Stimulus[]): AffectState {
  return stimuli.reduce((felt, stimulus) => applyEvent(felt, stimulus).state, state);
}

/**
 * The affect after a model's proposal: feeling moves towards it in proportion to its confidence, within the bounds of a tick.
 * Its mood counts only if it is one of the two nearest to the new feeling.
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
 * Moves health towards the measured value for the time from `state` until `at` (half-life 8 h, at most 25 per call). Does not
 * set `state.at`: `drift` must follow, for the same time.
 */
export function convalesce(state: AffectState, measures: HealthMeasures, at: number): AffectState {
  const hours = Math.max(0, (at - state.at) / MS_PER_HOUR);
  return {
    ...state,
    health: healthAfter(state.health, measures, hours),
    healthParts: partsAfter(state.healthParts, measures, hours),
  };
}

/** Time passes: `convalesce`, then `drift`. Ticks and feed events begin with it. */
export function elapse(
  state: AffectState,
  measures: HealthMeasures,
  at: number,
  routine: Routine,
): AffectState {
  return drift(convalesce(state, measures, at), at, routine);
}

/** `after` with its health within 25 of `before`, as the contract demands of a whole tick. */
export function capTick(before: AffectState, after: AffectState): AffectState {
  return { ...after, health: cappedHealth(before.health, after.health) };
}

/** Behavioural variance, 0 (none) to 1: how much valence has typically changed in the last hours. */
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

/** Changes feeling, which counts as one observation of the variance. */
function moved(state: AffectState, now: Latents): AffectState {
  const move = now.valence - state.now.valence;
  return { ...state, now, variance: state.variance + (1 - VARIANCE_DECAY) * move ** 2 };
}

function mapAxes(value: (axis: keyof Latents) => number): Latents {
  return byWord(AXES, (axis) => within(value(axis), LOWEST[axis], 1));
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
