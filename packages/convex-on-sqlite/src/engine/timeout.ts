/** A timeout for promises that uses Node's own timers, even if a test replaces the global ones. */
import { clearTimeout, setTimeout } from "node:timers";

/** Settles like `work`, or resolves with the result of `onTimeout` after `limitMs`. */
export function withTimeout<T>(
  limitMs: number,
  work: Promise<T>,
  onTimeout: (limitMs: number) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // The timer alone must not keep the process alive.
    const timer = setTimeout(() => resolve(onTimeout(limitMs)), limitMs).unref();
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
