/** Counts requests of classes without a limit. The database counts what it limits; these would cost it a write each. */
import type { RateClass } from "./route";

const totals: Record<RateClass, number> = { read: 0, write: 0, tick: 0 };

export function countUnlimited(rateClass: RateClass): void {
  totals[rateClass] += 1;
}

/** Since the start of the process; on hosted Convex, of the instance that answers. */
export function unlimitedTotals(): Readonly<Record<RateClass, number>> {
  return totals;
}
