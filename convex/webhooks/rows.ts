/** What the rows of webhooks imply, and the functions that write them. */
import { writerOf, type Table } from "../lib/rows";

const SERVICE = "is about this service and its receivers, not about the agent";

export const webhooks: Table<"webhooks"> = {
  name: "webhooks",
  travels: { not: "is a setting with a secret" },
};
export const writeWebhook = writerOf(webhooks);

export const webhookProgress: Table<"webhookProgress"> = {
  name: "webhookProgress",
  travels: { not: SERVICE },
};
export const writeProgress = writerOf(webhookProgress);

export const webhookDeliveries: Table<"webhookDeliveries"> = {
  name: "webhookDeliveries",
  travels: { not: SERVICE },
};
export const writeDelivery = writerOf(webhookDeliveries);
