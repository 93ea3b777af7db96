/**
 * Delays scheduled mutations while requests are being served. Otherwise a mutation that reschedules itself again and
 * again, such as the cleanup of a large table, would delay each step of each request by one run of its own.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Maximum delay of a mutation, in milliseconds. */
const MAX_WAIT_MS = 25;

export class MutationThrottle {
  private readonly isServing: () => boolean;
  /** Duration of the last mutation, and when it ended, in ms of `performance.now()`. */
  private lastMs = 0;
  private lastEnd = -Infinity;

  private readonly wait: typeof delay;

  /** `isServing` returns whether a request is being served. `wait` is for tests. */
  constructor(isServing: () => boolean, wait = delay) {
    this.isServing = isServing;
    this.wait = wait;
  }

  /** Runs a mutation. While requests are served, first waits as long as the last one took. No delay once `stopping`. */
  async run(mutation: () => Promise<void>, stopping: AbortSignal): Promise<void> {
    const waitMs = Math.min(this.lastMs, MAX_WAIT_MS) - (performance.now() - this.lastEnd);
    // A stop ends the wait early.
    if (waitMs > 0 && this.isServing()) await this.wait(waitMs, null, { signal: stopping }).catch(() => null);
    const begin = performance.now();
    try {
      await mutation();
    } finally {
      this.lastEnd = performance.now();
      this.lastMs = this.lastEnd - begin;
    }
  }
}
