/** Counts in fixed windows of time, for an app's rate limits: exact, in memory, and gone with the process. */
import type { Time } from "./time";

/** A count, or the refusal to count beyond the limit. */
export interface Counted {
  readonly ok: boolean;
  /** What the limit leaves in this window. */
  readonly remaining: number;
  /** Milliseconds until the next window begins. */
  readonly resetMs: number;
}

/** About 10 MiB of keys. */
const MAX_KEYS = 100_000;

interface Window {
  readonly number: number;
  readonly counts: Map<string, number>;
}

export class WindowCounts {
  private readonly time: Time;
  private readonly maxKeys: number;
  /** By the windows' length in milliseconds; of each length only the current window is kept. */
  private readonly windows = new Map<number, Window>();

  constructor(time: Time, maxKeys = MAX_KEYS) {
    this.time = time;
    this.maxKeys = maxKeys;
  }

  /**
   * Counts once under `key` unless `limit` is reached. Windows begin at multiples of `windowMs` since the epoch. Null for a new
   * key where this window has too many: count it elsewhere.
   */
  take(key: string, limit: number, windowMs: number): Counted | null {
    const now = this.time.now();
    const number = Math.floor(now / windowMs);
    const resetMs = (number + 1) * windowMs - now;
    const counts = this.countsOf(windowMs, number);
    const count = counts.get(key) ?? 0;
    if (count === 0 && counts.size >= this.maxKeys) return null;
    if (count >= limit) return { ok: false, remaining: 0, resetMs };
    counts.set(key, count + 1);
    return { ok: true, remaining: limit - count - 1, resetMs };
  }

  private countsOf(windowMs: number, number: number): Map<string, number> {
    const current = this.windows.get(windowMs);
    if (current?.number === number) return current.counts;
    const counts = new Map<string, number>();
    this.windows.set(windowMs, { number, counts });
    return counts;
  }
}
