/** A life in fast motion: the affect model under random events, to see what its constants lead to. */
import {
  birth,
  drift,
  elapse,
  feel,
  volatility,
  type AffectState,
  type HealthMeasures,
} from "../convex/mind/affect";
import { routineAt } from "../convex/mind/routine";
import { IMPACTS, type Mood } from "../convex/mind/words";

export interface Life {
  /** Changes of the mood's label a day. */
  changesPerDay: number;
  /** Share of the ticks spent in each mood. */
  shares: { [mood in Mood]: number };
  lowestHealth: number;
  highestVolatility: number;
  end: AffectState;
}

const HOUR_MS = 3_600_000;
const TICK_MS = 300_000;
const WELL: HealthMeasures = { tickSuccess: 1, providerSuccess: 1, punctuality: 1, consolidation: 1 };

/**
 * Lives `hours` in ticks of five minutes with `events` random ones spread over them. `random` yields numbers from 0 to
 * just under 1; the same numbers make the same life.
 */
export function simulateLife(hours: number, events: number, random: () => number): Life {
  const moments = Array.from({ length: events }, () => random() * hours * HOUR_MS).sort((a, b) => a - b);
  const shares: Life["shares"] = {
    neutral: 0,
    expressive: 0,
    curious: 0,
    excited: 0,
    reflective: 0,
    concerned: 0,
    contemplative: 0,
  };
  let state = birth(0, routineAt(0, "UTC"));
  let changes = 0;
  let lowestHealth = state.health;
  let highestVolatility = volatility(state);
  let next = 0;
  const ticks = Math.floor((hours * HOUR_MS) / TICK_MS);
  for (let tick = 1; tick <= ticks; tick++) {
    const before = state.mood;
    const now = tick * TICK_MS;
    for (; (moments[next] ?? Infinity) <= now; next++) {
      const at = moments[next] ?? now;
      state = feel(drift(state, at, routineAt(at, "UTC")), {
        // Most news is mild: the sum of two draws is small more often than large.
        sentiment: random() + random() - 1,
        impact: IMPACTS[Math.floor(random() * IMPACTS.length)] ?? "medium",
        novelty: random(),
      }).state;
      lowestHealth = Math.min(lowestHealth, state.health);
    }
    state = elapse(state, WELL, now, routineAt(now, "UTC"));
    highestVolatility = Math.max(highestVolatility, volatility(state));
    shares[state.mood] += 1 / ticks;
    if (state.mood !== before) changes += 1;
  }
  return { changesPerDay: changes / (hours / 24), shares, lowestHealth, highestVolatility, end: state };
}

/** A generator of reproducible numbers from 0 to just under 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
