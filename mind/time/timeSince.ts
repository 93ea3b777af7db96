/** Durations between stored moments and a clock that may have been set back since they were stored. */

/** A stored moment may be this far ahead of a synchronised clock. */
export const SLACK_MS = 60_000;

/**
 * Milliseconds from `moment` to `now`. A moment well ahead was stored before the clock was set back. It counts as long
 * past (Infinity), so that nothing waits for the clock to reach it again.
 */
export function timeSince(moment: number, now: number): number {
  return moment > now + SLACK_MS ? Infinity : Math.max(0, now - moment);
}

/** Whether `moment` is later than `since`, and not one that was stored before the clock was set back. */
export function isSince(moment: number, since: number, now: number): boolean {
  return moment > since && moment <= now + SLACK_MS;
}

/**
 * Whether `moment` is still to come. It was at most `maxMs` ahead when it was stored, so a moment further ahead was stored
 * before the clock was set back.
 */
export function isAhead(moment: number, now: number, maxMs: number): boolean {
  return moment > now && moment <= now + maxMs + SLACK_MS;
}

/** How long work took that began at `startedAt`, in milliseconds; 0 if the clock was set back meanwhile. */
export function timeTaken(startedAt: number, now: number): number {
  return Math.max(0, now - startedAt);
}
