/** How often ticks come by the clock, and when one is late. */

export const TICK_INTERVAL_MS = 5 * 60_000;
/** Time is accounted for at least this often by a service that runs: in a longer gap nothing ran. */
export const ACCOUNTED_EVERY_MS = 3 * TICK_INTERVAL_MS;
