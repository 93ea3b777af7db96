/** Limits the calls per address: a token bucket for each, with a capacity of one minute's calls. */

const MINUTE_MS = 60_000;

interface Bucket {
  /** Available calls; negative after a single request with more calls than a minute allows. */
  level: number;
  updatedAtMs: number;
}

export class CallRateLimiter {
  private readonly perMinute: number;
  private readonly now: () => number;
  private readonly buckets = new Map<string, Bucket>();
  private sweptAtMs: number;

  /** `perMinute` 0 means no limit. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.perMinute = perMinute;
    this.now = now;
    this.sweptAtMs = now();
  }

  /** The number of tracked addresses: those whose buckets are not full. */
  get size(): number {
    return this.buckets.size;
  }

  /**
   * Takes calls of an address. Returns 0, or the milliseconds to wait; then nothing is taken. A full bucket admits even more
   * calls than a minute allows, and the address waits afterwards: a reconnecting client requests all its queries in one
   * message, and would otherwise never be served.
   */
  take(address: string, calls: number): number {
    const most = this.perMinute;
    if (most === 0) return 0;
    this.sweep();
    const bucket = { level: this.levelOf(this.buckets.get(address)), updatedAtMs: this.now() };
    const missing = Math.min(calls, most) - bucket.level;
    if (missing > 0) return Math.ceil((missing / most) * MINUTE_MS);
    bucket.level -= calls;
    this.buckets.set(address, bucket);
    return 0;
  }

  private levelOf(bucket: Bucket | undefined): number {
    const most = this.perMinute;
    if (bucket === undefined) return most;
    return Math.min(most, bucket.level + ((this.now() - bucket.updatedAtMs) / MINUTE_MS) * most);
  }

  private sweep(): void {
    if (this.now() - this.sweptAtMs < MINUTE_MS) return;
    this.sweptAtMs = this.now();
    for (const [address, bucket] of this.buckets) {
      if (this.levelOf(bucket) >= this.perMinute) this.buckets.delete(address);
    }
  }
}
