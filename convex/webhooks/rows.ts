/** What the rows of webhooks imply, and the functions that write them. */
import { timeTaken } from "../../mind/time/timeSince";
import { amongOldest, writerOf, type Table } from "../lib/rows";

const SERVICE = "is about this service and its receivers, not about the agent";

export const webhookProgress: Table<"webhookProgress"> = {
  name: "webhookProgress",
  travels: { not: SERVICE },
};
export const writeProgress = writerOf(webhookProgress);

/** As long as events. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

export const webhookDeliveries: Table<"webhookDeliveries"> = {
  name: "webhookDeliveries",
  travels: { not: SERVICE },
  // Stored in the order of their first attempts.
  expires: ({ db }, now) =>
    amongOldest(
      db.query("webhookDeliveries"),
      ({ lastAttemptAt }) => timeTaken(lastAttemptAt, now) >= KEPT_MS,
    ),
};
export const writeDelivery = writerOf(webhookDeliveries);
