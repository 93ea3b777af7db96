/** Why mood and health are as they are: parts that add up to what is shown. */
import { AXES, byWord, type Latents, type Routine } from "../enums";
import { BASELINES, volatility, type AffectState } from "./affect";
import { distanceTo, HYSTERESIS, nearestMoods } from "./moods";

const NEAREST = 3;
const HEALTH_DIGITS = 2;
const DIGITS = 4;

/**
 * Health: `full` is 100, `events` what feeds and notes did, the next four what the machinery is missing, `limits` what had no
 * effect because health was at a bound. Each feeling: the temperament's baseline at this time of day, the mood of the last days,
 * the feeling of the last hours. Mood: the nearest prototypes, and by how much another must be nearer to replace it. Volatility:
 * the root mean square of the moves of valence in the last hours. Rounded, the parts sum up to their value.
 */
export function explainAffect(state: AffectState, routine: Routine) {
  const { now, slow, healthParts, mood } = state;
  const { events, tickSuccess, providerSuccess, punctuality, consolidation } = healthParts;
  const caused = { full: 100, events, tickSuccess, providerSuccess, punctuality, consolidation };
  const baseline = BASELINES[routine];
  const axis = (name: keyof Latents) =>
    summing(
      now[name],
      { baseline: baseline[name], mood: slow[name] - baseline[name] },
      "moment" as const,
      DIGITS,
    );
  return {
    health: summing(state.health, caused, "limits" as const, HEALTH_DIGITS),
    feeling: byWord(AXES, axis),
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

/** A figure and its parts, rounded; `rest` is what the other parts leave of it. */
function summing<Names extends string, Rest extends string>(
  total: number,
  parts: { readonly [name in Names]: number },
  rest: Rest,
  digits: number,
) {
  const value = rounded(total, digits);
  const figures: Record<string, number> = {};
  let left = value;
  for (const [name, part] of Object.entries<number>(parts)) {
    figures[name] = rounded(part, digits);
    left -= rounded(part, digits);
  }
  return { value, ...figures, [rest]: rounded(left, digits) } as Record<"value" | Names | Rest, number>;
}

/** Without a negative zero. */
function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
