/** What a search is narrowed to, and how the indexes, which know only equality, are asked for it. */
import type { Doc } from "../_generated/dataModel";
import type { Space } from "../../mind/enums";
import * as Documents from "./documents";

/** The texts that a search is about. */
export interface Scope {
  readonly space: Space;
  /** A memory's type, a thought's tone; left out, any. */
  readonly facet?: string | undefined;
  /** Only later than this, in ms since the epoch. */
  readonly since?: number | undefined;
}

/** Whether a text is of the scope, to the millisecond. */
export function isInScope(text: Doc<"searchDocuments">, { facet, since }: Omit<Scope, "space">): boolean {
  return (facet === undefined || text.facet === facet) && (since === undefined || text.createdAt > since);
}

/** A stretch of time as texts are filed by it. */
export type TimeSlice =
  { readonly field: "day"; readonly value: number } | { readonly field: "tenDays"; readonly value: number };

/** Searches of the text index for one query, at most; a longer window is searched as a whole and then narrowed. */
const MAX_STRETCHES = 8;
/** Up to this many days are searched day by day. */
const FEW_DAYS = 3;

/**
 * The stretches that cover the time after `since`, the last first; null where they would be too many. Only the earliest
 * holds anything from before.
 */
export function timeSlicesSince(since: number, newest: number): TimeSlice[] | null {
  const days = daysBetween(since, newest);
  if (days.length <= FEW_DAYS) return days.map((value) => ({ field: "day", value }));
  const tenDays = range(Documents.tenDaysOf(since), Documents.tenDaysOf(newest));
  return tenDays.length <= MAX_STRETCHES ? tenDays.map((value) => ({ field: "tenDays", value })) : null;
}

/** The days of these moments and all between, the last first. */
export function daysBetween(first: number, last: number): number[] {
  return range(Documents.dayOf(first), Documents.dayOf(last));
}

/** The whole numbers from `last` down to `first`. */
function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => last - i);
}
