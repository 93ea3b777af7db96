/** Records what transactions read and write, and says which of them meet, and where. */
import { type ObservedTransaction, type Tablets, tableNumberOf } from "convex-on-sqlite/testing";
import { meet } from "./occ";

/** The newest transactions of each function that are compared. */
const KEPT = 24;

export class Recording {
  readonly #tablets: Tablets;
  readonly #counts = new Map<string, number>();
  readonly #newest = new Map<string, ObservedTransaction[]>();

  constructor(tablets: Tablets) {
    this.#tablets = tablets;
  }

  readonly observe = (transaction: ObservedTransaction): void => {
    const { name, kind } = transaction;
    // Queries never conflict: they only read their snapshot.
    if (kind === "query") return;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#newest.set(name, [...(this.#newest.get(name) ?? []), transaction].slice(-KEPT));
  };

  /** The functions that ran most often, at most `limit`. */
  mostFrequent(limit: number): { name: string; count: number }[] {
    return [...this.#counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, limit);
  }

  /** The recorded transactions of a function, in order. */
  of(name: string): readonly ObservedTransaction[] {
    return this.#newest.get(name) ?? [];
  }

  /**
   * The tables in which a transaction of `reader` reads what one of `writer` writes, in at least half of the pairs; each with what
   * is read: a document or a range of an index.
   */
  meetings(reader: string, writer: string): string[] {
    const places = new Map<string, number>();
    let pairs = 0;
    for (const { reads } of this.of(reader))
      for (const { reads: own, writes } of this.of(writer)) {
        if (own === reads || !meet(reads, writes)) {
          if (own !== reads) pairs += 1;
          continue;
        }
        pairs += 1;
        const found = new Set<string>();
        for (const id of writes.ids) if (reads.ids.has(id)) found.add(this.#tableOf(id));
        for (const { indexId, key } of writes.keys)
          for (const { indexId: index, start, end } of reads.intervals)
            if (index === indexId && Buffer.compare(start, key) <= 0 && Buffer.compare(key, end) < 0)
              found.add(this.#indexOf(indexId));
        for (const index of writes.searchIndexes)
          if (reads.searchIndexes.has(index)) found.add(this.#indexOf(index));
        for (const place of found) places.set(place, (places.get(place) ?? 0) + 1);
      }
    return [...places]
      .filter(([, times]) => times * 2 >= pairs)
      .map(([place]) => place)
      .sort();
  }

  #tableOf(id: string): string {
    return this.#tablets.numbered(tableNumberOf(id) ?? 0)?.name ?? "a system table";
  }

  #indexOf(indexId: number): string {
    for (const { name, indexes, byId, search } of this.#tablets.all()) {
      if (byId.id === indexId) return `${name}.by_id`;
      for (const [index, { id }] of indexes) if (id === indexId) return `${name}.${index}`;
      for (const [index, { id }] of search.text) if (id === indexId) return `${name}.${index} (text)`;
    }
    return `index ${indexId}`;
  }
}
