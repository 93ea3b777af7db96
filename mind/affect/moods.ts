/** Moods: the regions around prototypes in the space of the latents. */
import { AXES, MOODS, type Latents, type Mood } from "../enums";

/**
 * The centre of each mood. Set by hand after the circumplex of valence and arousal, with curiosity as the third axis, and
 * checked by simulation: an eventful life reaches each mood, and every baseline is `neutral`.
 */
const PROTOTYPES: { readonly [mood in Mood]: Latents } = {
  neutral: { valence: 0, arousal: 0.25, curiosity: 0.3 },
  curious: { valence: 0.25, arousal: 0.5, curiosity: 0.9 },
  excited: { valence: 0.62, arousal: 0.78, curiosity: 0.55 },
  expressive: { valence: 0.38, arousal: 0.5, curiosity: 0.35 },
  reflective: { valence: 0.1, arousal: 0.12, curiosity: 0.5 },
  contemplative: { valence: -0.08, arousal: 0.12, curiosity: 0.6 },
  concerned: { valence: -0.4, arousal: 0.6, curiosity: 0.35 },
};

/** How much each axis distinguishes moods: valence most, curiosity least. */
const AXIS_WEIGHTS: Latents = { valence: 1.35, arousal: 1, curiosity: 0.8 };

/** A new label must be nearer than the present one by this much, so that it does not flicker; from simulations of ordinary days. */
export const HYSTERESIS = 0.06;

/** Weighted Euclidean distance from `latents` to the prototype of `mood`. */
export function distanceTo(latents: Latents, mood: Mood): number {
  const prototype = PROTOTYPES[mood];
  const squares = AXES.map((axis) => AXIS_WEIGHTS[axis] * (latents[axis] - prototype[axis]) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

/** All moods, the nearest prototype first; equal distances keep the order of `MOODS`. */
export function nearestMoods(latents: Latents): Mood[] {
  return [...MOODS].sort((a, b) => distanceTo(latents, a) - distanceTo(latents, b));
}

/** The mood for `latents`; it differs from `present` only beyond the hysteresis. */
export function labelFor(latents: Latents, present: Mood): Mood {
  let best = present;
  for (const mood of MOODS) if (distanceTo(latents, mood) < distanceTo(latents, best)) best = mood;
  return distanceTo(latents, present) - distanceTo(latents, best) > HYSTERESIS ? best : present;
}
