/** Whether two lists hold the same. */

/** Whether `a` and `b` hold the same (by ===), in the same order. */
export function areEqual<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
