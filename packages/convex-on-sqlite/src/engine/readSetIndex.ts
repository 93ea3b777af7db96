/**
 * An index of read sets that finds the subscriptions a commit affects. An interval is filed under the common prefix of
 * its two ends, which all its keys share; the intervals of a prefix are checked one by one.
 */
import type { KeyInterval, ReadSet, WriteSet } from "../types";

/** The maximum prefix length, which bounds the number of lookups per key. */
const MAX_PREFIX_BYTES = 64;

/** A dependency of a reader: a document, a search index, or an interval of a database index. */
interface Watch<R> {
  readonly reader: R;
  readonly place: string;
  readonly interval: KeyInterval | null;
}

export class ReadSetIndex<R> {
  private readonly byReader = new Map<R, readonly Watch<R>[]>();
  private readonly byPlace = new Map<string, Set<Watch<R>>>();
  /** By index, the prefix lengths of its intervals. */
  private readonly prefixLengths = new Map<number, Set<number>>();

  /** The number of readers and places held: zero once all are deleted. */
  get size(): number {
    return this.byReader.size + this.byPlace.size;
  }

  /** Registers the read set of `reader`, replacing its previous one. */
  set(reader: R, reads: ReadSet): void {
    this.delete(reader);
    const watches: Watch<R>[] = [];
    for (const id of reads.ids) watches.push({ reader, place: documentPlace(id), interval: null });
    for (const index of reads.searchIndexes)
      watches.push({ reader, place: searchPlace(index), interval: null });
    for (const interval of reads.intervals) {
      const length = prefixLength(interval);
      addTo(this.prefixLengths, interval.indexId, length);
      watches.push({ reader, place: keyPlace(interval.indexId, interval.start, length), interval });
    }
    for (const watch of watches) addTo(this.byPlace, watch.place, watch);
    this.byReader.set(reader, watches);
  }

  delete(reader: R): void {
    for (const watch of this.byReader.get(reader) ?? []) {
      const there = this.byPlace.get(watch.place);
      there?.delete(watch);
      if (there?.size === 0) this.byPlace.delete(watch.place);
    }
    this.byReader.delete(reader);
  }

  /** All readers whose read set contains something that these writes changed. */
  affected(writes: WriteSet): Set<R> {
    const found = new Set<R>();
    const look = (place: string, key: Uint8Array | null): void => {
      for (const { reader, interval } of this.byPlace.get(place) ?? [])
        if (key === null || interval === null || holds(interval, key)) found.add(reader);
    };
    for (const id of writes.ids) look(documentPlace(id), null);
    for (const index of writes.searchIndexes) look(searchPlace(index), null);
    for (const { indexId, key } of writes.keys) {
      for (const length of this.prefixLengths.get(indexId) ?? [])
        if (length <= key.length) look(keyPlace(indexId, key, length), key);
    }
    return found;
  }
}

function documentPlace(id: string): string {
  return `d${id}`;
}

function searchPlace(index: number): string {
  return `s${index}`;
}

function keyPlace(indexId: number, { buffer, byteOffset }: Uint8Array, length: number): string {
  return `k${indexId}:${Buffer.from(buffer, byteOffset, length).toString("latin1")}`;
}

function prefixLength({ start, end }: KeyInterval): number {
  const most = Math.min(start.length, end.length, MAX_PREFIX_BYTES);
  let length = 0;
  while (length < most && start[length] === end[length]) length += 1;
  return length;
}

function holds({ start, end }: KeyInterval, key: Uint8Array): boolean {
  return Buffer.compare(start, key) <= 0 && Buffer.compare(key, end) < 0;
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, new Set([value]));
  else values.add(value);
}
