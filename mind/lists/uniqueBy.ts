/** Lists in which the same thing stands often. */

/** The first of those that have the same key, in their order. */
export function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return atMostBy(items, 1, keyOf);
}

/** The first `most` of those that have the same key, in their order. */
export function atMostBy<T>(items: readonly T[], most: number, keyOf: (item: T) => string): T[] {
  const seen = new Map<string, number>();
  return items.filter((item) => {
    const key = keyOf(item);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before < most;
  });
}
