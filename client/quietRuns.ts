/** The log as people read it: quiet ticks in a row are one line. */

/** An entry as it is, or a run of at least two quiet ones. */
export type QuietRun<Item> =
  | { readonly kind: "entry"; readonly entry: Item }
  | { readonly kind: "quiet"; readonly since: number; readonly entries: readonly [Item, ...Item[]] };

/**
 * Puts consecutive entries of one silence together, in the order given. `quietSince`: the entry's field of that name.
 *
 * @example
 * const { logs } = await listLogs(anima, { limit: 100 });
 * const read = quietRuns(logs, ({ quietSince }) => quietSince);
 */
export function quietRuns<Item>(
  entries: readonly Item[],
  quietSince: (entry: Item) => number | undefined,
): QuietRun<Item>[] {
  const runs: { readonly since: number | undefined; readonly entries: [Item, ...Item[]] }[] = [];
  for (const entry of entries) {
    const since = quietSince(entry);
    const last = runs.at(-1);
    if (since !== undefined && last?.since === since) last.entries.push(entry);
    else runs.push({ since, entries: [entry] });
  }
  return runs.map(({ since, entries }) =>
    since === undefined || entries.length === 1
      ? { kind: "entry", entry: entries[0] }
      : { kind: "quiet", since, entries },
  );
}
