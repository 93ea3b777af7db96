/** Health: how well the agent's own service works, from 0 to 100. */
import { byWord } from "../enums";
import { unit } from "../unit";

/** The measures of health, each from 0 (nothing works) to 1 (everything works). */
export interface HealthMeasures {
  /** The share of ticks that succeeded; recent ones count most. */
  tickSuccess: number;
  /** The share of calls to the model provider that succeeded; recent ones count most. 1 without calls. */
  providerSuccess: number;
  /** 1 while ticks are on time; falls with the time since the last one. */
  punctuality: number;
  /** 1 while memory is consolidated on time; falls with the time since the last run. */
  consolidation: number;
}

/** Weights of the measures. Their sum is 1, so a complete failure is a deficit of 1. */
const DEFICIT_WEIGHTS: HealthMeasures = {
  tickSuccess: 0.4,
  providerSuccess: 0.3,
  punctuality: 0.2,
  consolidation: 0.1,
};

/** Points that make health differ from 100, by cause. What they don't sum up to was cut at a bound of health. */
export type HealthParts = HealthMeasures & { events: number };

const MEASURES = ["tickSuccess", "providerSuccess", "punctuality", "consolidation"] as const;

export const NO_PARTS: HealthParts = { ...byWord(MEASURES, () => 0), events: 0 };

/** Health covers half the distance to the measured value in this time: a bad night shows in the morning and is over by the evening. */
const HEALTH_HALF_LIFE_HOURS = 8;

/** Points that a feed event of weight 1 and sentiment 1 adds. */
const EVENT_HEALTH_POINTS = 12;

/** The most that one event or one tick changes health. */
export const MAX_HEALTH_STEP = 25;

/** Health within its bounds, 0 to 100. */
function bounded(health: number): number {
  return Math.min(100, Math.max(0, health));
}

/** Health by the measures, 0 to 100: 100 minus the weighted root mean square of the deficits. */
export function measuredHealth(measures: HealthMeasures): number {
  return bounded(100 * (1 - Math.sqrt(MEASURES.reduce((sum, name) => sum + deficit(measures, name), 0))));
}

/** The weighted square of what one measure is missing. */
function deficit(measures: HealthMeasures, name: (typeof MEASURES)[number]): number {
  return DEFICIT_WEIGHTS[name] * (1 - unit(measures[name])) ** 2;
}

/**
 * The parts after `hours`: what events did halves in 8 hours, and each measure takes its share of the deficit that
 * health moves towards.
 */
export function partsAfter(parts: HealthParts, measures: HealthMeasures, hours: number): HealthParts {
  const kept = 2 ** (-hours / HEALTH_HALF_LIFE_HOURS);
  const squares = MEASURES.reduce((sum, name) => sum + deficit(measures, name), 0);
  const missing = 100 - measuredHealth(measures);
  const after = byWord(MEASURES, (name) => {
    const target = squares === 0 ? 0 : (-missing * deficit(measures, name)) / squares;
    return target + (parts[name] - target) * kept;
  });
  return { ...after, events: parts.events * kept };
}

/** Health after `hours` of approaching the measured value; it changes by at most `MAX_HEALTH_STEP`. */
export function healthAfter(health: number, measures: HealthMeasures, hours: number): number {
  const target = measuredHealth(measures);
  return cappedHealth(health, target + (health - target) * 2 ** (-hours / HEALTH_HALF_LIFE_HOURS));
}

/** The points of an event of `sentiment` (−1 to 1) and `weight` (0 to 1). */
export function eventPoints(sentiment: number, weight: number): number {
  return EVENT_HEALTH_POINTS * weight * sentiment;
}

/** `after`, limited to 0 to 100 and to `MAX_HEALTH_STEP` from `before`. */
export function cappedHealth(before: number, after: number): number {
  return bounded(Math.min(before + MAX_HEALTH_STEP, Math.max(before - MAX_HEALTH_STEP, after)));
}
