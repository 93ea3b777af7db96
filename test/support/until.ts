/** Waiting for a condition, never for a length of time. */

export interface UntilOptions {
  /** How long the condition may take, in milliseconds. Generous, because machines are shared. Default: 30,000. */
  readonly deadlineMs?: number;
}

// To ask is a request often, and takes the processor from other tests. With a tenth of the time waited so far between two,
// what comes is noticed late by no more than that.
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

/**
 * Asks until the answer is neither null, undefined nor false, and answers it.
 * @throws when the deadline passes, naming `what` was waited for
 */
export async function until<T>(
  what: string,
  ask: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  { deadlineMs = 30_000 }: UntilOptions = {},
): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > deadlineMs) throw new Error(`Waited ${deadlineMs} ms in vain for ${what}.`);
    const pauseMs = Math.min(Math.max(waitedMs / 10, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
