/** The filter of a search, and how it is expressed in the search indexes, which can only test equality. */
import type { Doc } from "../_generated/dataModel";
import type { Space } from "../../mind/enums";

const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** The UTC day of a moment: days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / MS_PER_DAY);
}

/** The ten-day period of a moment: its day divided by ten, rounded down. */
export function tenDaysOf(at: number): number {
  return Math.floor(dayOf(at) / 10);
}

export interface SearchFilter {
  readonly space: Space;
  /** Texts of any of these scopes, at most a few; the empty one is the agent's own. Default: all scopes. */
  readonly scopes?: readonly string[] | undefined;
  /** A memory's type or a thought's tone. Default: any. */
  readonly facet?: string | undefined;
  /** Exclusive, in ms since the epoch. */
  readonly since?: number | undefined;
}

/** Whether a text of the filter's space passes it, to the millisecond. */
export function passes(
  text: Doc<"searchDocuments">,
  { scopes, facet, since }: Omit<SearchFilter, "space">,
): boolean {
  return (
    (scopes === undefined || scopes.includes(text.scope)) &&
    (facet === undefined || text.facet === facet) &&
    (since === undefined || text.createdAt > since)
  );
}

/** A filter of the text index by time. */
export type TimeSlice =
  | { readonly field: "day"; readonly value: number }
  | { readonly field: "tenDays"; readonly value: number };

/** The most searches of the text index for one query. For a longer window, hits are filtered afterwards. */
const MAX_SLICES = 8;
/** A window of at most this many days is searched day by day. */
const FEW_DAYS = 3;

/** The slices that cover the time from `since` to `newest`, last first; null if they would be too many. */
export function timeSlicesSince(since: number, newest: number): TimeSlice[] | null {
  const days = daysBetween(since, newest);
  if (days.length <= FEW_DAYS) return days.map((value) => ({ field: "day", value }));
  const tenDays = range(tenDaysOf(since), tenDaysOf(newest));
  return tenDays.length <= MAX_SLICES ? tenDays.map((value) => ({ field: "tenDays", value })) : null;
}

/** The days from one moment to another, the last first. */
export function daysBetween(first: number, last: number): number[] {
  return range(dayOf(first), dayOf(last));
}

/** The whole numbers from `last` down to `first`. */
function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => last - i);
}
