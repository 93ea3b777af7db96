/** What the rows of the outbox imply, and the functions that write them. */
import { amongOldest, writerOf, type Table } from "../lib/rows";

const SERVICE = "is about this service and its listeners, not about the agent";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long events are kept, and the number of events beyond which they are deleted sooner. */
const KEPT_MS = 7 * DAY_MS;
const MAX_KEPT = 10_000;
/** How long events are kept at least: longer than webhooks are retried, so that nothing is deleted before it is delivered. */
const MIN_KEPT_MS = 2 * DAY_MS;

export const pushEvents: Table<"pushEvents"> = {
  name: "pushEvents",
  travels: { not: SERVICE },
  async expires({ db }, now) {
    const events = () => db.query("pushEvents").withIndex("by_number");
    // The next is numbered after the newest, which stays.
    const newest = (await events().order("desc").first())?.number ?? 0;
    const oldestAt = (number: number) => now - (number <= newest - MAX_KEPT ? MIN_KEPT_MS : KEPT_MS);
    return await amongOldest(events(), ({ number, at }) => number < newest && at <= oldestAt(number));
  },
};
export const writePushEvent = writerOf(pushEvents);

export const healthStatus: Table<"healthStatus"> = { name: "healthStatus", travels: { not: SERVICE } };
export const writeHealthStatus = writerOf(healthStatus);

export const webhooks: Table<"webhooks"> = {
  name: "webhooks",
  travels: { not: "is a setting with a secret" },
};
export const writeWebhook = writerOf(webhooks);
