/** POST, GET and DELETE of /webhooks, and GET /webhooks/{id}/deliveries. */
import { ConvexError } from "convex/values";
import * as z from "zod";
import { PUSH_TYPES } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { currentSettings } from "../../lib/currentSettings";
import { refusalOf } from "../../webhooks/address";
import { publicDelivery } from "../../webhooks/deliveries";
import { publicWebhook, TOO_MANY } from "../../webhooks/webhooks";
import { invalid, unknownId } from "../errors";
import { idempotentResult, runIdempotent } from "../idempotencyKey";
import { deleteEndpoint, emptyInput, getEndpoint, postEndpoint, type Endpoint } from "../route";
import { paged, timestamp } from "../schemas/common";
import { pageOf, responseOf } from "../schemas/shape";
import { pushType } from "../schemas/words";
import { withoutKey } from "../../idempotency/idempotency";

const MAX_URL_LENGTH = 2_048;
const SECRET_BYTES = 32;

const url = z.string().min(1).max(MAX_URL_LENGTH);

const webhook = responseOf("Webhook", "An endpoint that gets events", publicWebhook, {
  url,
  active: "False once it was switched off",
  reason: "Why it was switched off",
  failingSince: timestamp.meta({ description: "Since when the message that is next fails" }),
});

const delivery = responseOf(
  "WebhookDelivery",
  "A message to an endpoint, from the first attempt on",
  publicDelivery,
  {
    eventId: "The message's webhook-id",
    status: "`abandoned`: the endpoint was switched off over it",
    attempts: z.int().min(1),
    httpStatus: z.int().meta({ description: "The receiver's last answer" }),
    error: "Why the last attempt had no answer",
  },
);

export const register: Endpoint = postEndpoint({
  operationId: "registerWebhook",
  tag: "Push",
  summary: "Register a webhook",
  description:
    "Events from now on are sent to `url` as POST, signed as Standard Webhooks specifies: in order, at least once, with retries for a day. Private addresses and plain HTTP are refused unless `WEBHOOK_ADDRESSES=any`.",
  answer: "The webhook is registered. The secret is shown only here.",
  example: { body: { url: "https://receiver.invalid/anima", events: ["alert.raised", "note.replied"] } },
  body: z
    .strictObject({
      url: url.meta({ description: "An https address" }),
      events: z
        .array(pushType)
        .min(1)
        .max(PUSH_TYPES.length)
        .default([...PUSH_TYPES])
        .meta({ description: "All where left out" }),
    })
    .meta({ id: "WebhookRegistration", description: "An endpoint and the events that it wants" }),
  response: z
    .strictObject({
      webhookId: z.string(),
      secret: z.string().meta({ description: "Verifies signatures: `whsec_` and base64" }),
      createdAt: timestamp,
    })
    .meta({ id: "WebhookRegistered", description: "The webhook is registered" }),
  handle: async (ctx, { url, events }, claimed) => {
    const refusal = refusalOf(url, currentSettings().anyWebhookAddress);
    if (refusal !== null) throw invalid("url", refusal, url);
    const args = { url, secret: newSecret(), events: [...new Set(events)] };
    const answered = await ctx
      .runMutation(internal.webhooks.functions.add, { ...args, ...claimed })
      .catch((thrown: unknown) => {
        throw thrown instanceof ConvexError && thrown.data === TOO_MANY ? invalid("url", TOO_MANY) : thrown;
      });
    const { _id, secret, createdAt } = idempotentResult(answered);
    return { webhookId: _id, secret, createdAt };
  },
});

/** In the action: in a mutation on Convex, random values come from a seed. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

export const list: Endpoint = getEndpoint({
  operationId: "listWebhooks",
  tag: "Push",
  summary: "List the webhooks",
  description: "Lists the webhooks without their secrets, newest first.",
  answer: "A page of webhooks.",
  example: { query: { limit: "2" } },
  query: z.strictObject(paged(20)),
  response: pageOf("WebhookPage", "Webhooks, newest first", "webhooks", webhook),
  handle: (ctx, query) => ctx.runQuery(internal.webhooks.functions.list, query),
});

export const remove: Endpoint = deleteEndpoint({
  operationId: "deleteWebhook",
  tag: "Push",
  summary: "Delete a webhook",
  description: "Nothing more is sent to it, but for a request that is under way.",
  answer: "It is deleted.",
  query: emptyInput,
  response: z
    .strictObject({ webhookId: z.string() })
    .meta({ id: "WebhookDeleted", description: "The webhook is deleted" }),
  handle: (ctx, _query, { id, claimed }) =>
    runIdempotent(ctx, claimed, async () => {
      const found = await ctx.runMutation(internal.webhooks.functions.remove, { id, ...withoutKey(claimed) });
      if (!found) throw unknownId("webhook", id);
      return { webhookId: id };
    }),
});

export const deliveries: Endpoint = getEndpoint({
  operationId: "listWebhookDeliveries",
  tag: "Push",
  summary: "List a webhook's deliveries",
  description: "Lists what was sent to a webhook in the last seven days, newest first.",
  answer: "A page of deliveries.",
  query: z.strictObject(paged(20)),
  response: pageOf("WebhookDeliveryPage", "Deliveries, newest first", "deliveries", delivery),
  handle: async (ctx, query, { id }) => {
    const page = await ctx.runQuery(internal.webhooks.functions.deliveries, { id, ...query });
    if (page === null) throw unknownId("webhook", id);
    return page;
  },
});
