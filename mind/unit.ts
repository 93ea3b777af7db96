/** `value` clamped to 0 to 1. */
export function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Rounds to the four places in which confidences and strengths are reported. */
export function toFourPlaces(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
