/** Registers, lists, deletes and switches off endpoints. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { publicOf } from "../lib/publicOf";
import * as PushEvents from "../push/pushEvents";
import { writeWebhook } from "../push/rows";
import { writeProgress } from "./rows";
import { pushTables } from "../push/tables";

/** Each endpoint has at most one request at a time, so this bounds a run's work. */
export const MAX_WEBHOOKS = 32;

export const TOO_MANY = `there are ${MAX_WEBHOOKS} webhooks already; delete one first`;

/** An endpoint as callers see it. */
export const publicWebhook = pushTables.webhooks.validator.omit("secret").extend({
  _id: v.id("webhooks"),
  failingSince: v.optional(v.number()),
});

/** Registers an endpoint for events from now on; null if there are too many already. */
export async function add(
  ctx: MutationCtx,
  now: number,
  webhook: Pick<Doc<"webhooks">, "url" | "secret" | "events">,
): Promise<Id<"webhooks"> | null> {
  if ((await all(ctx)).length >= MAX_WEBHOOKS) return null;
  const webhookId = await writeWebhook(ctx, null, { ...webhook, active: true, createdAt: now });
  const cursor = await PushEvents.lastNumber(ctx);
  await writeProgress(ctx, null, { webhookId, cursor, nextAttemptAt: 0 });
  return webhookId;
}

/** All endpoints, newest first. */
export async function all(ctx: QueryCtx): Promise<Doc<"webhooks">[]> {
  return await ctx.db.query("webhooks").order("desc").take(MAX_WEBHOOKS);
}

export async function list(ctx: QueryCtx, { limit, offset }: { limit: number; offset: number }) {
  const rows = await all(ctx);
  const webhooks = await Promise.all(
    rows.slice(offset, offset + limit).map(async (row) => {
      const { failingSince } = await progressOf(ctx, row._id);
      return publicOf(publicWebhook)({ ...row, failingSince });
    }),
  );
  return { webhooks, total: rows.length, hasMore: offset + webhooks.length < rows.length };
}

/** The endpoint with a caller's id; null if there is none. */
export async function byId(ctx: QueryCtx, text: string): Promise<Doc<"webhooks"> | null> {
  const id = ctx.db.normalizeId("webhooks", text);
  return id && (await ctx.db.get("webhooks", id));
}

/** Deletes an endpoint. Its deliveries stay until the clean-up deletes them. */
export async function remove(ctx: MutationCtx, webhook: Doc<"webhooks">): Promise<void> {
  await writeProgress(ctx, await progressOf(ctx, webhook._id), null);
  await writeWebhook(ctx, webhook, null);
}

export async function progressOf(ctx: QueryCtx, id: Id<"webhooks">): Promise<Doc<"webhookProgress">> {
  const row = await getOneFrom(ctx.db, "webhookProgress", "by_webhook", id, "webhookId");
  if (row === null) throw new Error("a webhook has no progress");
  return row;
}
