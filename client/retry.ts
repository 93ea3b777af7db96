/** Decides whether and when to retry. */

export interface RetryOptions {
  /** Default: 3. */
  readonly retries?: number | undefined;
  /** The longest wait before a retry. If the service asks for more, the call fails. Default: 60,000. */
  readonly maxWaitMs?: number | undefined;
}

/** The outcome of an attempt: a status with its Retry-After header, or no answer. */
export type Outcome = { readonly status: number; readonly retryAfter: string | null } | "unanswered";

/** Both mean that the request had no effect. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 503]);

/** Default waits double with each retry. */
const FIRST_WAIT_MS = 500;
const MAX_OWN_WAIT_MS = 8_000;
/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Milliseconds until the next attempt; null for none.
 * @param attempts the number of attempts so far, at least 1
 * @param repeatable whether the request may be sent again when it is unknown whether it arrived
 * @param random in [0, 1), for jitter
 */
export function waitBeforeRetry(
  outcome: Outcome,
  attempts: number,
  repeatable: boolean,
  { retries = 3, maxWaitMs = 60_000 }: RetryOptions,
  now: number,
  random: number,
): number | null {
  if (attempts > retries) return null;
  if (outcome === "unanswered" ? !repeatable : !RETRYABLE.has(outcome.status)) return null;
  const asked = outcome === "unanswered" ? null : retryAfterMs(outcome.retryAfter, now);
  const own = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_OWN_WAIT_MS) * (0.5 + random / 2);
  // Also waits where the service names no time, or a time that has passed.
  const wait = asked === null || asked === 0 ? own : asked;
  return wait > Math.min(maxWaitMs, MAX_TIMER_MS) ? null : wait;
}

/** The header's seconds or date as milliseconds from now; null where it is neither. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Resolves after `ms`. Rejects with the signal's reason once it aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
