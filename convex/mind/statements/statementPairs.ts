/** Two statements of the same subject, side by side: what both are asked, and what only one of them says. */
import type { Timing } from "../time/circumstances";
import type { Moments } from "../time/toldTimes";
import type { Statement } from "./statements";

/** The one thing in which two statements differ. */
export type Contradiction = "negation" | "opposites" | "figures" | "time" | "name";

/** How two statements are asked to exclude each other. */
export interface Asked {
  /** Whenever each was said; as long as nobody told otherwise; or only if both hold now. */
  readonly scope: "ever" | "until told otherwise" | "at one moment";
  /** When they were told, where that is known. */
  readonly told?: Moments | undefined;
}

/** What two statements are compared by. */
export interface Pair {
  readonly a: Statement;
  readonly b: Statement;
  /** What only one says in its predicate. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly timing: Timing;
  /** Whether both name the same one occasion: a date, a year, the same clause. */
  readonly anchored: boolean;
}

/** What stands in `own` and not in `other`, as often as it does. */
export function without(own: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return own.filter((stem) => {
    const at = left.indexOf(stem);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
