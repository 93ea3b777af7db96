/** What the rows of the audit log imply, and the function that writes them. */
import { amongOldest, writerOf, type Table } from "../lib/rows";

/** How long entries of the audit log are kept, and how many at most. */
export const AUDIT_KEPT_MS = 90 * 24 * 60 * 60 * 1_000;
const MAX_AUDIT_KEPT = 1_000_000;

export const audit: Table<"audit"> = {
  name: "audit",
  travels: { not: "is about this service: who asked it for what" },
  async expires({ db }, now) {
    const entries = () => db.query("audit").withIndex("by_place");
    const first = ((await entries().order("desc").first())?.place ?? 0) + 1 - MAX_AUDIT_KEPT;
    return await amongOldest(entries(), ({ at, place }) => at <= now - AUDIT_KEPT_MS || place < first);
  },
};
export const writeAuditEntry = writerOf(audit);
