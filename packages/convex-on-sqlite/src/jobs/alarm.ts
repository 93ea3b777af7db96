/** A timer for a single time, however far in the future. */

/**
 * Timers stop while the machine sleeps, and the clock may be set, so the clock is checked at least this often. (Node's
 * timers are also limited to 25 days.)
 */
const MAX_DELAY_MS = 30_000;

/** Calls `ring` at the time set last. */
export class Alarm {
  private timer: NodeJS.Timeout | null = null;
  private readonly ring: () => void;
  private readonly now: () => number;

  /** `now` returns milliseconds since the epoch. */
  constructor(ring: () => void, now: () => number = Date.now) {
    this.ring = ring;
    this.now = now;
  }

  /**
   * Rings at `atMs` instead of any time set before; never at `null`. Rings immediately for a time in the past, and when the
   * clock was set back, because the time itself may have to be recomputed.
   */
  set(atMs: number | null): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (atMs === null) return;
    const nowMs = this.now();
    const delay = Math.max(0, Math.ceil(atMs - nowMs));
    const isFar = delay > MAX_DELAY_MS;
    this.timer = setTimeout(
      () => {
        this.timer = null;
        if (isFar && this.now() >= nowMs) this.set(atMs);
        else this.ring();
      },
      isFar ? MAX_DELAY_MS : delay,
    );
  }
}
