/** What the rows of shared tables imply, and the functions that write them. */
import { stringsOf } from "./jsonText";
import { writerOf, type Table } from "./rows";

const SERVICE = "is about this service, not about the agent";
const PASSING = "is work in progress, which ends here";

export const leases: Table<"leases"> = { name: "leases", travels: { not: PASSING } };
export const writeLease = writerOf(leases);

export const idempotency: Table<"idempotency"> = {
  name: "idempotency",
  travels: { not: PASSING },
  texts: ({ response }) => (response === "" ? [] : stringsOf(JSON.parse(response))),
};
export const writeAnswer = writerOf(idempotency);

export const audit: Table<"audit"> = {
  name: "audit",
  travels: { not: "is about this service: who asked it for what" },
};
export const writeAuditEntry = writerOf(audit);

export const exportState: Table<"exportState"> = { name: "exportState", travels: { not: SERVICE } };
export const writeExportState = writerOf(exportState);

export const exportChanges: Table<"exportChanges"> = { name: "exportChanges", travels: { not: SERVICE } };
export const writeExportChange = writerOf(exportChanges);

export const changes: Table<"changes"> = {
  name: "changes",
  travels: { not: "is for undoing what this service did" },
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
