/** Why mood and health are as they are: parts that add up to what is shown. */
import type { Latents, Mood, Routine } from "../enums";
import { baselineOf, volatility, type AffectState } from "./affect";
import { distanceTo, HYSTERESIS, nearestMoods } from "./moods";

/** A figure and what it consists of. Rounded to `digits` decimals, the parts still sum up to the value. */
type Parts<Names extends string> = { readonly value: number } & { readonly [name in Names]: number };

export interface Explanation {
  /**
   * 0 to 100. `full` is 100; `events` what feeds and notes did; the next four what the machinery is missing; `limits` what
   * could not take effect because health was at a bound.
   */
  readonly health: Parts<
    "full" | "events" | "tickSuccess" | "providerSuccess" | "punctuality" | "consolidation" | "limits"
  >;
  /** Each axis: the temperament's baseline at this time of day, the mood of the last days, the feeling of the last hours. */
  readonly feeling: { readonly [axis in keyof Latents]: Parts<"baseline" | "mood" | "moment"> };
  readonly mood: {
    readonly value: Mood;
    /** The three prototypes nearest to the feeling, with their distances. */
    readonly nearest: readonly { readonly mood: Mood; readonly distance: number }[];
    /** A mood changes only where another prototype is nearer by more than this. */
    readonly margin: number;
  };
  readonly volatility: {
    readonly value: number;
    /** Root mean square of the moves of valence in the last hours. */
    readonly typicalMove: number;
  };
}

const NEAREST = 3;
const HEALTH_DIGITS = 2;
const DIGITS = 4;

export function explainAffect(state: AffectState, routine: Routine): Explanation {
  const { now, slow, healthParts, mood } = state;
  const { events, tickSuccess, providerSuccess, punctuality, consolidation } = healthParts;
  const caused = { full: 100, events, tickSuccess, providerSuccess, punctuality, consolidation };
  const baseline = baselineOf(routine);
  const axis = (name: keyof Latents) =>
    summing(
      now[name],
      { baseline: baseline[name], mood: slow[name] - baseline[name] },
      "moment" as const,
      DIGITS,
    );
  return {
    health: summing(state.health, caused, "limits" as const, HEALTH_DIGITS),
    feeling: { valence: axis("valence"), arousal: axis("arousal"), curiosity: axis("curiosity") },
    mood: {
      value: mood,
      nearest: nearestMoods(now)
        .slice(0, NEAREST)
        .map((one) => ({ mood: one, distance: rounded(distanceTo(now, one), DIGITS) })),
      margin: HYSTERESIS,
    },
    volatility: {
      value: rounded(volatility(state), DIGITS),
      typicalMove: rounded(Math.sqrt(state.variance), DIGITS),
    },
  };
}

/** `parts` rounded, and under the name `rest` what they leave of the rounded `total`. */
function summing<Names extends string, Rest extends string>(
  total: number,
  parts: { readonly [name in Names]: number },
  rest: Rest,
  digits: number,
): Parts<Names | Rest> {
  const value = rounded(total, digits);
  const figures: Record<string, number> = {};
  let left = value;
  for (const [name, part] of Object.entries<number>(parts)) {
    figures[name] = rounded(part, digits);
    left -= rounded(part, digits);
  }
  return { value, ...figures, [rest]: rounded(left, digits) } as Parts<Names | Rest>;
}

/** Without a negative zero. */
function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
