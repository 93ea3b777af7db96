/** Health: how well the agent's own machinery works, as one number from 0 to 100. */
import { unit } from "../unit";

/** What health is measured from; each is a share from 0 (nothing works) to 1 (all is well). */
export interface HealthMeasures {
  /** Ticks that succeeded, recent ones weighing most. */
  tickSuccess: number;
  /** Calls to the model provider that succeeded, recent ones weighing most; 1 where none was made. */
  providerSuccess: number;
  /** 1 while ticks come when they are due, falling as the last one grows old. */
  punctuality: number;
  /** 1 while memory is consolidated as often as it should be, falling as the last run grows old. */
  consolidation: number;
}

/** Shares of the deficit; their sum is 1, so that total failure is a deficit of 1. Ordered by what hurts the agent most. */
const DEFICIT_WEIGHTS: HealthMeasures = {
  tickSuccess: 0.4,
  providerSuccess: 0.3,
  punctuality: 0.2,
  consolidation: 0.1,
};

/** Points that make health differ from 100, by cause. What they don't sum up to was cut at a bound of health. */
export type HealthParts = HealthMeasures & { events: number };

export const NO_PARTS: HealthParts = {
  tickSuccess: 0,
  providerSuccess: 0,
  punctuality: 0,
  consolidation: 0,
  events: 0,
};

/** Hours in which half the way to the measured health is gone: a bad night shows in the morning and heals by the evening. */
const HEALTH_HALF_LIFE_HOURS = 8;

/** Points a feed event of full weight and full sentiment is worth. */
const EVENT_HEALTH_POINTS = 12;

/** No event and no tick moves health further than this. */
export const MAX_HEALTH_STEP = 25;

/** Health within its bounds, 0 to 100. */
function bounded(health: number): number {
  return Math.min(100, Math.max(0, health));
}

/** The health, 0 to 100, that the measures point to: 100 less the weighted root mean square of what is missing. */
export function measuredHealth(measures: HealthMeasures): number {
  return bounded(100 * (1 - Math.sqrt(MEASURES.reduce((sum, name) => sum + deficit(measures, name), 0))));
}

const MEASURES = ["tickSuccess", "providerSuccess", "punctuality", "consolidation"] as const;

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
  const after = { ...NO_PARTS, events: parts.events * kept };
  for (const name of MEASURES) {
    const target = squares === 0 ? 0 : (-missing * deficit(measures, name)) / squares;
    after[name] = target + (parts[name] - target) * kept;
  }
  return after;
}

/** Health after `hours` of moving towards what the measures point to; never more than `MAX_HEALTH_STEP` away. */
export function healthAfter(health: number, measures: HealthMeasures, hours: number): number {
  const target = measuredHealth(measures);
  return cappedHealth(health, target + (health - target) * 2 ** (-hours / HEALTH_HALF_LIFE_HOURS));
}

/** The points of an event of `sentiment` (−1 to 1) and `weight` (0 to 1). */
export function eventPoints(sentiment: number, weight: number): number {
  return EVENT_HEALTH_POINTS * weight * sentiment;
}

/** `after`, held within the bounds and within `MAX_HEALTH_STEP` of `before`. */
export function cappedHealth(before: number, after: number): number {
  return bounded(Math.min(before + MAX_HEALTH_STEP, Math.max(before - MAX_HEALTH_STEP, after)));
}
