/** Counts requests in this process, where the database does not: those without a limit, and all on a host of one machine. */
import type { RateClass } from "./route";

const totals = { read: 0, write: 0, tick: 0 } satisfies Record<RateClass, number>;

export function countInProcess(rateClass: RateClass): void {
  totals[rateClass] += 1;
}

/** Since the start of the process; on hosted Convex, of the instance that answers. */
export function processTotals(): Readonly<Record<string, number>> {
  return totals;
}
