/** Simulates the affect model under random events, to evaluate its constants. */
import {
  initialAffect,
  drift,
  elapse,
  applyEvent,
  volatility,
  type AffectState,
  type Stimulus,
} from "../mind/affect/affect";
import type { HealthMeasures } from "../mind/affect/health";
import { routineAt } from "../mind/time/routine";
import { IMPACTS, type Mood } from "../mind/enums";

export interface Life {
  /** Changes of mood per day. */
  changesPerDay: number;
  /** Share of the ticks in each mood. */
  shares: { [mood in Mood]: number };
  lowestHealth: number;
  highestVolatility: number;
  /** Share of the days with at least two events on which the mood did not change. */
  unmovedDays: number;
  end: AffectState;
}

/** An event at a time in ms from the start. */
interface SimulatedEvent extends Stimulus {
  readonly at: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const TICK_MS = 300_000;
const HEALTHY: HealthMeasures = { tickSuccess: 1, providerSuccess: 1, punctuality: 1, consolidation: 1 };

/**
 * Simulates `hours` in ticks of five minutes with `count` random events. `random` returns numbers from 0 to just under
 * 1; the same numbers give the same result.
 */
export function simulateLife(hours: number, count: number, random: () => number): Life {
  const moments = Array.from({ length: count }, () => random() * hours * HOUR_MS).sort((a, b) => a - b);
  const events = moments.map((at) => ({
    at,
    // Most news is mild: the sum of two draws is usually near 0.
    sentiment: random() + random() - 1,
    impact: IMPACTS[Math.floor(random() * IMPACTS.length)] ?? "medium",
    novelty: random(),
  }));
  return simulate(hours, events);
}

/**
 * Simulates `days` of ordinary life: one in five without events, others with three to eight between 7:00 and 22:00;
 * over half of low impact and a tenth of high, and nearly half neutral.
 */
export function simulateOrdinaryLife(days: number, random: () => number): Life {
  const events = Array.from({ length: days }, (_, day) => {
    const count = random() < 0.2 ? 0 : 3 + Math.floor(random() * 6);
    return Array.from({ length: count }, (): SimulatedEvent => {
      const weight = random();
      return {
        at: day * DAY_MS + (7 + random() * 15) * HOUR_MS,
        sentiment: random() < 0.45 ? 0 : random() + random() - 1,
        impact: weight < 0.55 ? "low" : weight < 0.9 ? "medium" : "high",
        novelty: 0.4 + 0.6 * random(),
      };
    }).sort((a, b) => a.at - b.at);
  });
  return simulate(days * 24, events.flat());
}

/** Simulates `hours` with these events, in order of time. */
function simulate(hours: number, events: readonly SimulatedEvent[]): Life {
  const shares: Life["shares"] = {
    neutral: 0,
    expressive: 0,
    curious: 0,
    excited: 0,
    reflective: 0,
    concerned: 0,
    contemplative: 0,
  };
  let state = initialAffect(0, routineAt(0, "UTC"));
  let changes = 0;
  let lowestHealth = state.health;
  let highestVolatility = volatility(state);
  let next = 0;
  const perDay = new Map<number, { events: number; changes: number }>();
  const ticks = Math.floor((hours * HOUR_MS) / TICK_MS);
  for (let tick = 1; tick <= ticks; tick++) {
    const before = state.mood;
    const now = tick * TICK_MS;
    const day = Math.floor((now - 1) / DAY_MS);
    const tally = perDay.get(day) ?? { events: 0, changes: 0 };
    perDay.set(day, tally);
    for (let one = events[next]; one !== undefined && one.at <= now; one = events[next]) {
      const { at, ...stimulus } = one;
      next += 1;
      state = applyEvent(drift(state, at, routineAt(at, "UTC")), stimulus).state;
      tally.events += 1;
      lowestHealth = Math.min(lowestHealth, state.health);
    }
    state = elapse(state, HEALTHY, now, routineAt(now, "UTC"));
    highestVolatility = Math.max(highestVolatility, volatility(state));
    shares[state.mood] += 1 / ticks;
    if (state.mood !== before) {
      changes += 1;
      tally.changes += 1;
    }
  }
  const eventful = [...perDay.values()].filter(({ events }) => events > 1);
  const unmoved = eventful.filter((day) => day.changes === 0);
  return {
    changesPerDay: changes / (hours / 24),
    shares,
    lowestHealth,
    highestVolatility,
    unmovedDays: unmoved.length / Math.max(1, eventful.length),
    end: state,
  };
}
