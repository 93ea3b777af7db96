/** That a computation costs in proportion to what it is given, on machines of which nothing is known. */
import { expect } from "vitest";

const TIMES = 16;
const TRIES = 5;
/** Milliseconds. What takes no longer at its largest is cheap, however it grows. */
const CHEAP = 20;

/** The least milliseconds of processor time of some tries: what others compute at the same moment lengthens none of them. */
function least(run: () => void): number {
  const tries = Array.from({ length: TRIES }, () => {
    const begun = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

/**
 * Fails where the cost of sixteen times as much is quadratic: 256 times that of the smaller one, where 16 are due, and up
 * to 60 are seen where the collection of garbage falls to the larger one.
 */
export function expectProportional(run: (size: number) => void, size: number): void {
  const little = least(() => run(Math.ceil(size / TIMES)));
  const much = least(() => run(size));
  expect(much).toBeLessThan(Math.max(CHEAP, 8 * TIMES * little));
}
