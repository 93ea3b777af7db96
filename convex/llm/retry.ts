/** When to call a provider again: exponential backoff with full jitter, unless the provider says how long to wait. */

/** Calls after the first, unless a caller wants otherwise, for failures that pass by themselves. */
export const RETRIES = 2;

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Milliseconds before retry `attempt` (0 is the first), by a random number in [0, 1). */
export function backoffMs(attempt: number, random: () => number): number {
  // Full jitter spreads clients that failed together widest; see "Exponential Backoff and Jitter", AWS, 2015.
  return Math.floor(random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt));
}

/**
 * What `Retry-After` (seconds or an HTTP date) or OpenAI's finer `Retry-After-Ms` asks for, in milliseconds from
 * `now`; null where there is none that can be read.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const fine = headers.get("retry-after-ms");
  if (fine !== null && /^\d+(\.\d+)?$/.test(fine.trim())) return Math.ceil(Number(fine));
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Waits, but no longer than until `signal` aborts; the caller looks which it was. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
