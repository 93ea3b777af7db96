/** Removing repeated items from lists. */

/** The first item of each key, in their order. */
export function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return atMostBy(items, 1, keyOf);
}

/** The first `max` items of each key, in their order. */
export function atMostBy<T>(items: readonly T[], max: number, keyOf: (item: T) => string): T[] {
  const counts = new Map<string, number>();
  return items.filter((item) => {
    const key = keyOf(item);
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before < max;
  });
}
