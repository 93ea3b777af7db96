/** Checks that the cost of a computation is proportional to its input, on machines of any speed. */
import { expect } from "vitest";

const TIMES = 16;
const TRIES = 5;
/** Milliseconds. A computation that takes no longer for its largest input is cheap, however it grows. */
const CHEAP = 20;

/** Milliseconds of processor time. */
function taken(run: () => void): number {
  const begun = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** The least of some tries, which other processes disturb least. */
function least(run: () => void): number {
  return Math.min(...Array.from({ length: TRIES }, () => taken(run)));
}

/**
 * Fails where the cost of sixteen times as much is quadratic: 256 times that of the smaller one, where 16 are due, and up
 * to 60 are seen where the collection of garbage falls to the larger one.
 */
export function expectProportional(run: (size: number) => void, size: number): void {
  const little = least(() => run(Math.ceil(size / TIMES)));
  const most = Math.max(CHEAP, 8 * TIMES * little);
  let much = Infinity;
  // Tries after one that is small enough would change nothing.
  for (let tried = 0; tried < TRIES && much >= most; tried += 1)
    much = Math.min(
      much,
      taken(() => run(size)),
    );
  expect(much).toBeLessThan(most);
}
