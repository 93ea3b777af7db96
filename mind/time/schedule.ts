/** How often ticks come by the clock, and when one is late. */

export const TICK_INTERVAL_MS = 5 * 60_000;
/** A tick is on time up to one interval and a half after the last. */
export const LATE_AFTER_MS = 1.5 * TICK_INTERVAL_MS;
/** Time is accounted for at least this often by a service that runs: in a longer gap nothing ran. */
export const ACCOUNTED_EVERY_MS = 3 * TICK_INTERVAL_MS;
