/** `value` within 0 to 1. */
export function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
