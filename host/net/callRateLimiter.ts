/** How many calls an address makes: a bucket for each, which holds a minute's calls and fills evenly. */

const MINUTE_MS = 60_000;

interface Bucket {
  /** The calls that may be made at once; below zero after one request with more of them than a minute has. */
  level: number;
  atMs: number;
}

export class CallRateLimiter {
  private readonly perMinute: number;
  private readonly now: () => number;
  private readonly buckets = new Map<string, Bucket>();
  private sweptAtMs: number;

  /** `perMinute` 0 is no limit. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.perMinute = perMinute;
    this.now = now;
    this.sweptAtMs = now();
  }

  /** The addresses that are remembered: those whose buckets are not full. */
  get size(): number {
    return this.buckets.size;
  }

  /**
   * Counts so many calls of an address. Answers 0, or after how many milliseconds they may be made; then nothing is
   * counted. More at once than a minute has are let by a full bucket, and waited for afterwards: a client that comes back
   * asks for all that it watches in one message, and would never be served otherwise.
   */
  take(address: string, calls: number): number {
    const most = this.perMinute;
    if (most === 0) return 0;
    this.sweep();
    const bucket = { level: this.levelOf(this.buckets.get(address)), atMs: this.now() };
    const missing = Math.min(calls, most) - bucket.level;
    if (missing > 0) return Math.ceil((missing / most) * MINUTE_MS);
    bucket.level -= calls;
    this.buckets.set(address, bucket);
    return 0;
  }

  private levelOf(bucket: Bucket | undefined): number {
    const most = this.perMinute;
    if (bucket === undefined) return most;
    return Math.min(most, bucket.level + ((this.now() - bucket.atMs) / MINUTE_MS) * most);
  }

  private sweep(): void {
    if (this.now() - this.sweptAtMs < MINUTE_MS) return;
    this.sweptAtMs = this.now();
    for (const [address, bucket] of this.buckets) {
      if (this.levelOf(bucket) >= this.perMinute) this.buckets.delete(address);
    }
  }
}
