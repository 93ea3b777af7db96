/** The time limit of calls: real time, whatever a test does to the global clock. */
import { clearTimeout, setTimeout } from "node:timers";

/** Settles as `work` does, or with what `late` answers if that takes longer than `limitMs`. */
export function withTimeout<T>(
  limitMs: number,
  work: Promise<T>,
  onTimeout: (limitMs: number) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // A process that waits for nothing but this may end.
    const timer = setTimeout(() => resolve(onTimeout(limitMs)), limitMs).unref();
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
