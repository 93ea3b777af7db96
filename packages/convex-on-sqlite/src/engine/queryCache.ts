/**
 * Results of queries that actions ask for again and again, as Convex caches them: kept until a commit touches what they read.
 * The queries of clients are cached with their subscriptions (live/registry.ts).
 */
import type { ConvexJson, FunctionAddress, ReadSet, WriteSet } from "../types";
import { ReadSetIndex } from "./readSetIndex";

/** Passing time causes no commit, so nobody gets an older result of a query that read the clock. As on Convex. */
export const MAX_CACHED_AGE_MS = 5_000;

const MAX_RESULTS = 256;
/** UTF-16 units: arguments with a whole text are hardly ever asked for again, and keys are kept, too. */
const MAX_KEY_CHARS = 2_048;
const MAX_CHARS = 4 * 1024 * 1024;
/** To watch what was read costs more than most queries that read as much as this gain. */
const MAX_PLACES = 64;

interface Cached {
  readonly key: string;
  readonly address: FunctionAddress;
  /** Convex JSON text. */
  readonly value: string;
  /** When it was computed, from `now()`; null if that does not matter. */
  readonly atMs: number | null;
}

/** What a query that has succeeded came to, and what it depends on. */
export interface CacheableResult {
  readonly value: string;
  readonly reads: ReadSet;
  readonly dependsOnTime: boolean;
}

export class QueryCache {
  private readonly now: () => number;
  private readonly onHit: (address: FunctionAddress) => void;
  private readonly index = new ReadSetIndex<Cached>();
  /** Least recently used first. */
  private readonly byKey = new Map<string, Cached>();
  private chars = 0;
  /** Asked for once: most queries are never asked for a second time, so these are not kept. */
  private readonly askedOnce = new Set<string>();

  /** `now` is the time that queries see, in milliseconds. */
  constructor(onHit: (address: FunctionAddress) => void, now: () => number) {
    this.onHit = onHit;
    this.now = now;
  }

  /** The number of kept results. */
  get size(): number {
    return this.byKey.size;
  }

  /** The result, Convex JSON text, if it is still valid. */
  get(key: string): string | null {
    const cached = this.byKey.get(key);
    if (cached === undefined) return null;
    const ageMs = cached.atMs === null ? 0 : this.now() - cached.atMs;
    // The clock may have been set back.
    if (ageMs < 0 || ageMs >= MAX_CACHED_AGE_MS) {
      this.drop(cached);
      return null;
    }
    this.byKey.delete(key);
    this.byKey.set(key, cached);
    this.onHit(cached.address);
    return cached.value;
  }

  /** Keeps a result, computed in the state that the last commit left, if its key has been offered before. */
  offer(key: string, address: FunctionAddress, { value, reads, dependsOnTime }: CacheableResult): void {
    if (key.length > MAX_KEY_CHARS) return;
    if (!this.askedOnce.delete(key)) {
      if (this.askedOnce.size >= MAX_RESULTS) this.askedOnce.clear();
      this.askedOnce.add(key);
      return;
    }
    const places = reads.ids.size + reads.intervals.length + reads.searchIndexes.size;
    if (places > MAX_PLACES || charsOf({ key, value }) > MAX_CHARS) return;
    const known = this.byKey.get(key);
    if (known !== undefined) this.drop(known);
    const cached: Cached = { key, address, value, atMs: dependsOnTime ? this.now() : null };
    this.byKey.set(key, cached);
    this.chars += charsOf(cached);
    this.index.set(cached, reads);
    for (const oldest of this.byKey.values()) {
      if (this.byKey.size <= MAX_RESULTS && this.chars <= MAX_CHARS) return;
      this.drop(oldest);
    }
  }

  /** Processes a commit: drops the results that depend on it. They are asked for again, so the next ones are kept at once. */
  invalidate(writes: WriteSet): void {
    for (const cached of this.index.affected(writes)) this.drop(cached);
  }

  private drop(cached: Cached): void {
    this.index.delete(cached);
    this.byKey.delete(cached.key);
    this.chars -= charsOf(cached);
    this.askedOnce.add(cached.key);
  }
}

/** Names a query with its arguments. */
export function queryKey({ componentPath, name }: FunctionAddress, args: ConvexJson): string {
  return JSON.stringify([componentPath, name, args]);
}

function charsOf({ key, value }: Pick<Cached, "key" | "value">): number {
  return key.length + value.length;
}
