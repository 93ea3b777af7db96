/** When to retry: exponential backoff with full jitter, unless the provider asks for a delay. */

/** Default number of retries of a transient failure. */
export const RETRIES = 2;

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Milliseconds before retry `attempt` (0 is the first); `random` gives numbers in [0, 1). */
export function backoffMs(attempt: number, random: () => number): number {
  // See "Exponential Backoff and Jitter", AWS, 2015.
  return Math.floor(random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt));
}

/** The delay of `Retry-After` (seconds or an HTTP date) or of OpenAI's `Retry-After-Ms`, in ms; null without a valid one. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const fine = headers.get("retry-after-ms");
  if (fine !== null && /^\d+(\.\d+)?$/.test(fine.trim())) return Math.ceil(Number(fine));
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Resolves after `ms`, or as soon as `signal` aborts. */
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
