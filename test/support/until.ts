/** Polling for a condition instead of sleeping. */

export interface UntilOptions {
  /** How long the condition may take, in milliseconds. Generous, because machines are shared. Default: 60,000. */
  readonly deadlineMs?: number;
}

// Polling often sends requests, which slow other tests. Pauses of a tenth of the time waited so far delay the result by no
// more than that.
const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 500;

/**
 * Polls `ask` until its result is neither null, undefined nor false, and returns the result.
 * @throws if the deadline passes, with `what` in the message
 */
export async function until<T>(
  what: string,
  ask: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  { deadlineMs = 60_000 }: UntilOptions = {},
): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > deadlineMs) throw new Error(`Waited ${deadlineMs} ms in vain for ${what}.`);
    const pauseMs = Math.min(Math.max(waitedMs / 10, MIN_PAUSE_MS), MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
