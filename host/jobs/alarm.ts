/** A timer for one moment, however far away. */

/**
 * A timer stands still while the machine sleeps, and the clock may be set, so it is looked at this often at least. (A
 * timer of Node could not wait longer than 25 days, either.)
 */
const MAX_DELAY_MS = 30_000;

/** Calls `ring` at the moment set last. */
export class Alarm {
  private timer: NodeJS.Timeout | null = null;
  private readonly ring: () => void;
  private readonly now: () => number;

  /** `now` answers milliseconds since the epoch. */
  constructor(ring: () => void, now: () => number = Date.now) {
    this.ring = ring;
    this.now = now;
  }

  /**
   * Rings at `atMs` instead of at any moment set before; at `null`, never. A moment in the past rings at once, and so
   * does any where the clock is found set back: then the moment itself may have to be chosen anew.
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
