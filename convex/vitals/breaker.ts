/**
 * Circuit breaker of the language model's provider (M. Nygard, Release It!, 2007). After failures in a row nobody calls it
 * for a pause, which grows with each further failure. Then one call may try; an answer closes the breaker.
 */
import { isAhead, timeSince } from "../../mind/time/timeSince";

export interface ProviderOutcomes {
  /** When the provider was last called, in ms since the epoch. */
  readonly at: number;
  /** Its failures in a row. */
  readonly failures?: number | undefined;
  /** When it may be called again; 0 where it may be at any time. */
  readonly nextAttemptAt?: number | undefined;
}

/** One failure, or two, may be a stumble that the next question does not meet. */
export const OPENS_AT = 3;
/** Three ticks: failures further apart are not one outage. */
const WITHIN_MS = 15 * 60_000;
const FIRST_PAUSE_MS = 30_000;
/** As long as a tick's interval, so that recovery shows at the tick after next at the latest. */
export const MAX_PAUSE_MS = 5 * 60_000;

/** The state after a failure at `now`. */
export function afterFailure(last: ProviderOutcomes | null, now: number) {
  const failures = last !== null && timeSince(last.at, now) <= WITHIN_MS ? (last.failures ?? 0) + 1 : 1;
  return { failures, nextAttemptAt: failures < OPENS_AT ? 0 : now + pauseMs(failures) };
}

/** `open` for so long; `half-open`: one call may try. */
export function stateOf(
  last: ProviderOutcomes | null,
  now: number,
): { kind: "closed" } | { kind: "half-open" } | { kind: "open"; forMs: number } {
  if (last === null || (last.failures ?? 0) < OPENS_AT) return { kind: "closed" };
  const { nextAttemptAt = 0 } = last;
  return isAhead(nextAttemptAt, now, MAX_PAUSE_MS)
    ? { kind: "open", forMs: nextAttemptAt - now }
    : { kind: "half-open" };
}

/** How long nobody calls the provider after so many failures. */
export function pauseMs(failures: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - OPENS_AT, 10));
}
