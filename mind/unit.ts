/** `value` within 0 to 1. */
export function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** To four places, as confidences and strengths are told: more would show nothing but how fractions are kept in binary. */
export function toFourPlaces(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
