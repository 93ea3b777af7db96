/**
 * Leaves those who wait for an answer their part of the time: a mutation that schedules itself again and again, as the
 * cleaning up of a large table does, would else hold up each step of each request by one of its own.
 */
import { setTimeout as delay } from "node:timers/promises";

/** No mutation waits longer for its turn: milliseconds. */
const MAX_WAIT_MS = 25;

export class MutationThrottle {
  private readonly isServing: () => boolean;
  /** How long the last mutation took, and when it ended, in ms of `performance.now()`. */
  private lastMs = 0;
  private lastEnd = -Infinity;

  private readonly wait: typeof delay;

  /** `isServing`: whether anybody waits for an answer. `wait` is a test's. */
  constructor(isServing: () => boolean, wait = delay) {
    this.isServing = isServing;
    this.wait = wait;
  }

  /** Runs a mutation; where others wait, as long after the last one as that one took. Not delayed once `stopping`. */
  async run(mutation: () => Promise<void>, stopping: AbortSignal): Promise<void> {
    const waitMs = Math.min(this.lastMs, MAX_WAIT_MS) - (performance.now() - this.lastEnd);
    // Cut short by the stop, it has waited long enough.
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
