/** What the rows of shared tables imply, and the functions that write them. */
import type { Doc } from "../_generated/dataModel";
import { stringsOf } from "./jsonText";
import { amongOldest, writerOf, type Table } from "./rows";

const SERVICE = "is about this service, not about the agent";
const PASSING = "is work in progress, which ends here";

export const leases: Table<"leases"> = { name: "leases", travels: { not: PASSING } };
export const writeLease = writerOf(leases);

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long an idempotency key is valid. */
export const KEY_KEPT_MS = DAY_MS;

export const idempotency: Table<"idempotency"> = {
  name: "idempotency",
  travels: { not: PASSING },
  texts: ({ response }) => (response === "" ? [] : stringsOf(JSON.parse(response))),
  expires: ({ db }, now) =>
    db.query("idempotency").withIndex("by_createdAt", (q) => q.lte("createdAt", now - KEY_KEPT_MS)),
};
export const writeAnswer = writerOf(idempotency);

/** How long entries of the audit log are kept, and how many at most. */
export const AUDIT_KEPT_MS = 90 * DAY_MS;
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

/** How long change sets are kept, and how many at most. */
export const CHANGES_KEPT_MS = 30 * DAY_MS;
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

export const requestCounts: Table<"requestCounts"> = { name: "requestCounts", travels: { not: SERVICE } };
export const writeRequestCount = writerOf(requestCounts);

export const erasureEpoch: Table<"erasureEpoch"> = { name: "erasureEpoch", travels: { not: PASSING } };
export const writeErasureEpoch = writerOf(erasureEpoch);

export const purgeDue: Table<"purgeDue"> = { name: "purgeDue", travels: { not: SERVICE } };
export const writePurgeDue = writerOf(purgeDue);

const CITED = ["memories", "thoughts", "events", "knowledge"] as const;

export const citations: Table<"citations"> = {
  name: "citations",
  travels: "in lines",
  partOf: [
    { of: CITED, field: "source", index: "by_source" },
    { of: CITED, field: "derived", index: "by_derived" },
  ],
  ids: { source: CITED, derived: CITED },
};
export const writeCitation = writerOf(citations);

export const retention: Table<"retention"> = { name: "retention", travels: { not: SERVICE } };
export const writeRetention = writerOf(retention);
