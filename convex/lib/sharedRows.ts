/** What the rows of shared tables imply, and the functions that write them. */
import { writerOf, type Table } from "./rows";

const SERVICE = "is about this service, not about the agent";
const PASSING = "is work in progress, which ends here";

export const exportState: Table<"exportState"> = { name: "exportState", travels: { not: SERVICE } };
export const writeExportState = writerOf(exportState);

export const exportChanges: Table<"exportChanges"> = {
  name: "exportChanges",
  travels: { not: SERVICE },
  // Those of exports that have ended.
  async expires({ db }) {
    const open = (await db.query("exportState").first())?.run;
    return db.query("exportChanges").withIndex("by_page", (q) => q.lt("run", open || Infinity));
  },
};
export const writeExportChange = writerOf(exportChanges);

export const erasureEpoch: Table<"erasureEpoch"> = { name: "erasureEpoch", travels: { not: PASSING } };
export const writeErasureEpoch = writerOf(erasureEpoch);

export const purgeDue: Table<"purgeDue"> = { name: "purgeDue", travels: { not: SERVICE } };
export const writePurgeDue = writerOf(purgeDue);

export const retention: Table<"retention"> = { name: "retention", travels: { not: SERVICE } };
export const writeRetention = writerOf(retention);
