/** The schedule of ticks. */

export const TICK_INTERVAL_MS = 5 * 60_000;
/** A running service accounts for its time at least this often. In a longer gap the service did not run. */
export const ACCOUNTED_EVERY_MS = 3 * TICK_INTERVAL_MS;
