/** The first that is found wrong with a list of things. */

/** What `find` answers for the first item for which it is not `null`; `null` where there is none. */
export function firstNonNull<T, U>(items: readonly T[], find: (item: T, at: number) => U | null): U | null {
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    const found = item === undefined ? null : find(item, at);
    if (found !== null) return found;
  }
  return null;
}
