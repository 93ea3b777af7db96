/** What the rows of the outbox imply, and the functions that write them. */
import { writerOf, type Table } from "../lib/rows";

const SERVICE = "is about this service and its listeners, not about the agent";

export const pushEvents: Table<"pushEvents"> = { name: "pushEvents", travels: { not: SERVICE } };
export const writePushEvent = writerOf(pushEvents);

export const healthStatus: Table<"healthStatus"> = { name: "healthStatus", travels: { not: SERVICE } };
export const writeHealthStatus = writerOf(healthStatus);
