/** Whether to try again, and when. */

export interface RetryOptions {
  /** Tries after the first one. Default: 3; 0 is none. */
  readonly retries?: number | undefined;
  /** The longest wait between two tries; a service that asks for more is not tried again. Default: 60,000 ms. */
  readonly maxWaitMs?: number | undefined;
}

/** What a try came to: a status with its Retry-After header, or no answer at all. */
export type Outcome = { readonly status: number; readonly retryAfter: string | null } | "unanswered";

/** Both say that the request did nothing. */
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([429, 503]);

/** The waits where the service names none: half a second, then twice as long each time. */
const FIRST_WAIT_MS = 500;
const LONGEST_OWN_WAIT_MS = 8_000;
/** Timers take a longer time for none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Milliseconds until the next try; null for none.
 * @param tried how many tries there were, at least 1
 * @param repeatable whether the request does no more when it is sent twice, so that it may be where nobody knows
 *   whether it arrived
 * @param chance from 0 up to 1, so that many clients don't come back at one moment
 */
export function waitBeforeRetry(
  outcome: Outcome,
  tried: number,
  repeatable: boolean,
  { retries = 3, maxWaitMs = 60_000 }: RetryOptions,
  now: number,
  chance: number,
): number | null {
  if (tried > retries) return null;
  if (outcome === "unanswered" ? !repeatable : !REFUSED_FOR_NOW.has(outcome.status)) return null;
  const asked = outcome === "unanswered" ? null : retryAfterMs(outcome.retryAfter, now);
  const own = Math.min(FIRST_WAIT_MS * 2 ** (tried - 1), LONGEST_OWN_WAIT_MS) * (0.5 + chance / 2);
  // A service that names no time, or one that has passed, is not asked in haste.
  const wait = asked === null || asked === 0 ? own : asked;
  return wait > Math.min(maxWaitMs, LONGEST_TIMER_MS) ? null : wait;
}

/** The header's seconds or date as milliseconds from now; null where it says neither. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Waits, unless the signal ends it: then it rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // A reason may be anything that its owner chose.
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
