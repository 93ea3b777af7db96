/** Returns the first non-null result of `find`; `null` if there is none. */
export function firstNonNull<T, U>(items: readonly T[], find: (item: T, at: number) => U | null): U | null {
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    const found = item === undefined ? null : find(item, at);
    if (found !== null) return found;
  }
  return null;
}
