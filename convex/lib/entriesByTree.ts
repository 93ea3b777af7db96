/**
 * Entries of several trees with their measures, as the text that one row holds. A row of an app stands in several trees under one key, which is
 * written once. It is JSON text, since Convex takes longer to read as many values of an array.
 */

/** The key, the measure, and the trees by their numbers among the names. */
type Entry = [key: string, measure: number, ...trees: number[]];

export class EntriesByTree {
  private readonly names: string[];
  /** By their keys. A key has several if its trees differ in the measure. */
  private readonly entries = new Map<string, Entry[]>();

  private constructor(names: string[], entries: readonly Entry[]) {
    this.names = names;
    for (const entry of entries) this.entries.set(entry[0], [...(this.entries.get(entry[0]) ?? []), entry]);
  }

  static parsed(text = "[[],[]]"): EntriesByTree {
    const [names, entries] = JSON.parse(text) as [string[], Entry[]];
    return new EntriesByTree(names, entries);
  }

  /** Adds an entry or changes its measure, or removes it (null). */
  set(tree: string, key: string, measure: number | null): void {
    const known = this.names.indexOf(tree);
    const number = known >= 0 ? known : this.names.push(tree) - 1;
    const ofKey = this.entries.get(key) ?? [];
    for (const entry of ofKey) {
      const at = entry.indexOf(number, 2);
      if (at >= 0) entry.splice(at, 1);
    }
    const same = ofKey.find((entry) => entry[1] === measure);
    if (same !== undefined) same.push(number);
    else if (measure !== null) ofKey.push([key, measure, number]);
    const left = ofKey.filter(({ length }) => length > 2);
    if (left.length > 0) this.entries.set(key, left);
    else this.entries.delete(key);
  }

  /** The measures of a tree's entries, by their keys. */
  of(tree: string): Map<string, number> {
    const number = this.names.indexOf(tree);
    const entries = this.all().filter((entry) => entry.includes(number, 2));
    return new Map(entries.map(([key, measure]) => [key, measure]));
  }

  /** The trees that have entries, with their measures. */
  trees(): [tree: string, measures: Map<string, number>][] {
    const trees = this.names.map((name): [string, Map<string, number>] => [name, new Map()]);
    for (const [key, measure, ...of] of this.all()) for (const tree of of) trees[tree]?.[1].set(key, measure);
    return trees.filter(([, { size }]) => size > 0);
  }

  /** The least and the greatest key; undefined where there are no entries. */
  bounds(): readonly [first: string | undefined, last: string | undefined] {
    const keys = [...this.entries.keys()].sort();
    return [keys[0], keys.at(-1)];
  }

  /** No name of a tree without entries stays: it may hold a word of a row that was erased. */
  text(): string {
    const entries = this.all();
    const used = new Set(entries.flatMap(([, , ...trees]) => trees));
    if (used.size === this.names.length) return JSON.stringify([this.names, entries]);
    const kept = this.names.flatMap((name, number) => (used.has(number) ? [{ name, number }] : []));
    const numbers = new Map(kept.map(({ number }, now) => [number, now]));
    const renumbered = entries.map(([key, measure, ...trees]) => [
      key,
      measure,
      ...trees.map((tree) => numbers.get(tree)),
    ]);
    return JSON.stringify([kept.map(({ name }) => name), renumbered]);
  }

  private all(): Entry[] {
    return [...this.entries.values()].flat();
  }
}
