/** What search keeps in memory follows every write; it must forget those that are undone. */
import { forgetWideFilters } from "./wideFilters";
import { forgetFewCounts } from "./wordCountCache";

/** Writes were rolled back. */
export function writesRolledBack(): void {
  forgetWideFilters();
  forgetFewCounts();
}
