/** Waiting for a condition, never for a length of time. */

export interface UntilOptions {
  /** How long the condition may take, in milliseconds. Generous, because machines are shared. Default: 30,000. */
  readonly deadlineMs?: number;
}

// Short beside anything that is waited for, long beside the cost of asking, which is a request often.
const ASK_EVERY_MS = 25;

/**
 * Asks until the answer is neither null, undefined nor false, and answers it.
 * @throws when the deadline passes, naming `what` was waited for
 */
export async function until<T>(
  what: string,
  ask: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  { deadlineMs = 30_000 }: UntilOptions = {},
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${deadlineMs} ms in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
