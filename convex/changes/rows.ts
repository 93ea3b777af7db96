/** What the rows of change sets imply, and the function that writes them. */
import type { Doc } from "../_generated/dataModel";
import { writerOf, type Table } from "../lib/rows";

/** How long change sets are kept, and how many at most. */
export const CHANGES_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
export const MAX_CHANGES_KEPT = 100_000;

export const changes: Table<"changes"> = {
  name: "changes",
  travels: { not: "is for undoing what this service did" },
  async *expires({ db }, now) {
    const sets = () => db.query("changes").withIndex("by_place");
    const { place: newest = 0 } = (await sets().order("desc").first()) ?? {};
    const isKept = ({ at, place, undoing }: Doc<"changes">) =>
      (at > now - CHANGES_KEPT_MS && place > newest - MAX_CHANGES_KEPT) ||
      // The next one is numbered after it.
      place === newest ||
      undoing !== undefined;
    for await (const set of sets()) {
      if (isKept(set)) return;
      yield set;
    }
  },
};
export const writeChangeSet = writerOf(changes);
