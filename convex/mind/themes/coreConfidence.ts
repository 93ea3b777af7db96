/** How sure a theme is: many memories, like each other, each sure of itself. */
import { unit } from "../../../mind/unit";

/** What a member adds. */
export interface Witness {
  /** 0 to 1: how near it is to the others of the theme. */
  readonly closeness: number;
  /** The memory's own, 0 to 1. */
  readonly confidence: number;
}

/** Nothing is beyond doubt. */
const MOST_SURE = 0.99;

/**
 * 0 to 0.99. Each member is a witness that there is a theme, as good as it is near to the others and
 * sure of itself; a theme is as sure as that not all of them are wrong (1 − Π(1 − closeness·confidence)). It rises with each
 * witness.
 */
export function coreConfidence(witnesses: readonly Witness[]): number {
  let doubt = 1;
  for (const { closeness, confidence } of witnesses) doubt *= 1 - unit(closeness) * unit(confidence);
  return Math.round(Math.min(MOST_SURE, 1 - doubt) * 1_000) / 1_000;
}

/** How near a member is to others of its theme, from the strengths of its links into it: the mean of the strongest three. */
export function closenessOf(strengths: readonly number[]): number {
  const strongest = [...strengths].sort((a, b) => b - a).slice(0, STRONGEST);
  return strongest.length === 0 ? 0 : strongest.reduce((sum, strength) => sum + strength, 0) / STRONGEST;
}
/** A theme is three at least; who is near to one other only is not in its midst. */
const STRONGEST = 3;
