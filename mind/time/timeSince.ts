/** What is still true of a moment that was written down where the clock may have been set back since. */

/** So far may a moment be ahead of a clock that nobody has set: it is kept in step, and of many moments none is twice. */
export const SLACK_MS = 60_000;

/**
 * Milliseconds from `moment` to `now`. One that is well ahead was told by a clock that has been set back since: it is as
 * good as long ago, Infinity, so that nothing waits for it to come a second time.
 */
export function timeSince(moment: number, now: number): number {
  return moment > now + SLACK_MS ? Infinity : Math.max(0, now - moment);
}

/** Whether `moment` is later than `since`, and was not told by a clock that has been set back since. */
export function isSince(moment: number, since: number, now: number): boolean {
  return moment > since && moment <= now + SLACK_MS;
}

/**
 * Whether `moment` is still to be waited for. It was at most `mostMs` ahead when it was written down: one further away is
 * of a clock that has been set back since.
 */
export function isAhead(moment: number, now: number, mostMs: number): boolean {
  return moment > now && moment <= now + mostMs + SLACK_MS;
}

/** How long work took that began at `startedAt`, in milliseconds: none, where the clock was set back meanwhile. */
export function timeTaken(startedAt: number, now: number): number {
  return Math.max(0, now - startedAt);
}
