/** POST, GET and DELETE of /webhooks, and GET /webhooks/{id}/deliveries. */
import { ConvexError } from "convex/values";
import * as z from "zod";
import { PUSH_TYPES } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { currentSettings } from "../../lib/currentSettings";
import { refusalOf } from "../../webhooks/address";
import { TOO_MANY } from "../../webhooks/webhooks";
import { invalid, unknownId } from "../errors";
import { idempotentResult, runIdempotent } from "../idempotencyKey";
import { deleteEndpoint, emptyInput, getEndpoint, postEndpoint, type Endpoint } from "../route";
import { limit, listFigures, offset, timestamp } from "../schemas/common";
import { withoutKey } from "../../lib/idempotency";

const MAX_URL_LENGTH = 2_048;
const SECRET_BYTES = 32;

const pushType = z
  .enum(PUSH_TYPES)
  .meta({ id: "PushType", description: "What webhooks and GET /events/stream tell of" });
const url = z.string().min(1).max(MAX_URL_LENGTH);

const webhook = z
  .strictObject({
    _id: z.string(),
    url,
    events: z.array(pushType),
    active: z.boolean().meta({ description: "False once it was switched off" }),
    reason: z.string().exactOptional().meta({ description: "Why it was switched off" }),
    failingSince: timestamp
      .exactOptional()
      .meta({ description: "Since when the message that is next fails" }),
    createdAt: timestamp,
  })
  .meta({ id: "Webhook", description: "An endpoint that gets events" });

const delivery = z
  .strictObject({
    _id: z.string(),
    eventId: z.string().meta({ description: "The message's webhook-id" }),
    type: pushType,
    status: z
      .enum(["retrying", "delivered", "abandoned"])
      .meta({ description: "`abandoned`: the endpoint was switched off over it" }),
    attempts: z.int().min(1),
    firstAttemptAt: timestamp,
    lastAttemptAt: timestamp,
    nextAttemptAt: timestamp.exactOptional(),
    httpStatus: z.int().exactOptional().meta({ description: "The receiver's last answer" }),
    error: z.string().exactOptional().meta({ description: "Why the last attempt had no answer" }),
  })
  .meta({ id: "WebhookDelivery", description: "A message to an endpoint, from the first attempt on" });

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
  query: z.strictObject({ limit: limit(20), offset }),
  response: z
    .strictObject({ webhooks: z.array(webhook), ...listFigures })
    .meta({ id: "WebhookPage", description: "Webhooks, newest first" }),
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
  query: z.strictObject({ limit: limit(20), offset }),
  response: z
    .strictObject({ deliveries: z.array(delivery), ...listFigures })
    .meta({ id: "WebhookDeliveryPage", description: "Deliveries, newest first" }),
  handle: async (ctx, query, { id }) => {
    const page = await ctx.runQuery(internal.webhooks.functions.deliveries, { id, ...query });
    if (page === null) throw unknownId("webhook", id);
    return page;
  },
});
