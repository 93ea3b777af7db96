/** A model's corrections of the sentiment that words gave to events, as far as they may move the agent. */
import type { Impact } from "../enums";
import { movedHealth, movedValence, pullOf, IMPACT_WEIGHTS, type AffectState } from "./affect";
import type { Clamp } from "./clamps";
import { eventPoints } from "./health";

export interface Correction {
  readonly from: number;
  readonly to: number;
  readonly impact: Impact;
}

/** The furthest that the corrections of one tick move valence and health together: no more than one event of high impact. */
const MAX_VALENCE = 0.3;
const MAX_HEALTH = 12;

/** The difference that the corrected sentiments make to `state`, and what was cut of it. */
export function applyCorrections(
  state: AffectState,
  corrections: readonly Correction[],
): { readonly state: AffectState; readonly clamps: readonly Clamp[] } {
  const clamps: Clamp[] = [];
  const bounded = (field: string, most: number, sum: number): number => {
    const applied = Math.min(most, Math.max(-most, sum));
    const rule = `corrected sentiments move ${field} by at most ${most} in a tick`;
    if (applied !== sum) clamps.push({ field, asked: sum, applied, rule });
    return applied;
  };
  const total = (of: (correction: Correction) => number) =>
    corrections.reduce((sum, correction) => sum + of(correction), 0);
  const valence = total(({ from, to, impact }) => pullOf(impact) * (to - from));
  const health = total(({ from, to, impact }) => eventPoints(to - from, IMPACT_WEIGHTS[impact]));
  if (corrections.length === 0) return { state, clamps };
  const felt = movedValence(state, bounded("valence", MAX_VALENCE, valence));
  return { state: movedHealth(felt, bounded("health", MAX_HEALTH, health)), clamps };
}
