/** Decides which event an endpoint gets next, and records the outcome: in order, at least once, with retries for a day. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAhead } from "../../mind/time/timeSince";
import { publicOf } from "../lib/publicOf";
import { messageOf } from "./message";
import * as PushEvents from "../push/pushEvents";
import { writeWebhook } from "../push/rows";
import { writeDelivery, writeProgress } from "./rows";
import { webhooksTables } from "./tables";
import * as Webhooks from "./webhooks";

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60 * 60_000;
/** An endpoint is switched off after its oldest event has failed for this long. */
export const GIVE_UP_MS = 24 * 60 * 60_000;
/** Events read at a time while looking for one that the endpoint wants. */
const MAX_SKIPPED = 200;
/** A receiver answers 410 to get no more messages (Standard Webhooks). */
const GONE = 410;

export const due = v.object({
  webhookId: v.id("webhooks"),
  url: v.string(),
  secret: v.string(),
  number: v.number(),
  messageId: v.string(),
  body: v.string(),
});
export type Due = Infer<typeof due>;

/** The receiver's status, or why there was no answer. */
export const attempt = v.union(v.object({ status: v.number() }), v.object({ error: v.string() }));
export type Attempt = Infer<typeof attempt>;

/** A delivery as callers see it. */
export const publicDelivery = webhooksTables.webhookDeliveries.validator
  .omit("webhookId", "place")
  .extend({ _id: v.id("webhookDeliveries") });

/** The next event of an endpoint that is due; null without one. Skips events that the endpoint does not want. */
export async function next(ctx: MutationCtx, now: number, webhook: Doc<"webhooks">): Promise<Due | null> {
  const { _id: webhookId, url, secret, events } = webhook;
  const progress = await Webhooks.progressOf(ctx, webhookId);
  if (isAhead(progress.nextAttemptAt, now, MAX_RETRY_MS)) return null;
  const newest = await PushEvents.lastNumber(ctx);
  let { cursor } = progress;
  while (cursor < newest) {
    const rows = await PushEvents.after(ctx, cursor, MAX_SKIPPED);
    const event = rows.find(({ type }) => events.includes(type));
    cursor = (event === undefined ? rows.at(-1)?.number : event.number - 1) ?? newest;
    if (event !== undefined) {
      await skipTo(ctx, progress, cursor);
      const { id: messageId, body } = await messageOf(ctx, event);
      return { webhookId, url, secret, number: event.number, messageId, body };
    }
  }
  await skipTo(ctx, progress, cursor);
  return null;
}

async function skipTo(ctx: MutationCtx, progress: Doc<"webhookProgress">, to: number): Promise<void> {
  if (to !== progress.cursor) await writeProgress(ctx, progress, { ...progress, cursor: to });
}

/**
 * Records an attempt. A success moves the endpoint on to the next event, a failure makes it wait, and a day of failures
 * switches it off.
 */
export async function record(
  ctx: MutationCtx,
  now: number,
  { webhookId, number }: Pick<Due, "webhookId" | "number">,
  attempt: Attempt,
): Promise<void> {
  const webhook = await ctx.db.get("webhooks", webhookId);
  const [event] = await PushEvents.after(ctx, number - 1, 1);
  // The endpoint or event was deleted, or another run has delivered it.
  if (webhook?.active !== true || event?.number !== number) return;
  const progress = await Webhooks.progressOf(ctx, webhookId);
  if (progress.cursor >= number) return;

  const last = await ofWebhook(ctx, webhookId).order("desc").first();
  const eventId = PushEvents.eventId(event);
  const before = last?.eventId === eventId ? last : null;
  const attempts = (before?.attempts ?? 0) + 1;
  const firstAttemptAt = before?.firstAttemptAt ?? now;
  // If the clock was set back, the day of failures starts again.
  const failingSince = Math.min(progress.failingSince ?? now, now);
  const reason = failureOf(attempt);
  const outcome = "status" in attempt ? { httpStatus: attempt.status } : { error: attempt.error };
  const isOver =
    "status" in attempt && attempt.status === GONE
      ? "the receiver answered 410, which asks for no more messages"
      : now - failingSince >= GIVE_UP_MS
        ? `the message ${eventId} failed for a day, last because ${reason}`
        : null;
  const retry = reason !== null && isOver === null ? { nextAttemptAt: now + pauseMs(attempts) } : {};
  const row = {
    ...{ webhookId, place: before?.place ?? (last?.place ?? -1) + 1, eventId, type: event.type },
    status:
      reason === null
        ? ("delivered" as const)
        : isOver === null
          ? ("retrying" as const)
          : ("abandoned" as const),
    ...{ attempts, firstAttemptAt, lastAttemptAt: now },
    ...retry,
    ...outcome,
  };
  await writeDelivery(ctx, before, row);
  const { cursor } = progress;
  await writeProgress(ctx, progress, {
    webhookId,
    ...(reason === null
      ? { cursor: number, nextAttemptAt: 0 }
      : { cursor, nextAttemptAt: 0, failingSince, ...retry }),
  });
  if (isOver !== null) await writeWebhook(ctx, webhook, { ...webhook, active: false, reason: isOver });
}

/** When the next waiting endpoint may try again; null if none waits. */
export async function nextAttemptAt(ctx: QueryCtx, now: number): Promise<number | null> {
  const active = (await Webhooks.all(ctx)).filter(({ active }) => active);
  const moments = await Promise.all(
    active.map(async ({ _id }) => (await Webhooks.progressOf(ctx, _id)).nextAttemptAt),
  );
  const ahead = moments.filter((moment) => isAhead(moment, now, MAX_RETRY_MS));
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/** A page, newest first. */
export async function list(
  ctx: QueryCtx,
  webhookId: Doc<"webhooks">["_id"],
  { limit, offset }: { limit: number; offset: number },
) {
  const first = await ofWebhook(ctx, webhookId).first();
  const last = await ofWebhook(ctx, webhookId).order("desc").first();
  const total = first === null || last === null ? 0 : last.place - first.place + 1;
  const rows = await ofWebhook(ctx, webhookId, (last?.place ?? 0) - offset)
    .order("desc")
    .take(limit);
  return { deliveries: rows.map(publicOf(publicDelivery)), total, hasMore: offset + rows.length < total };
}

function ofWebhook(ctx: QueryCtx, webhookId: Doc<"webhooks">["_id"], to = Infinity) {
  return ctx.db
    .query("webhookDeliveries")
    .withIndex("by_place", (q) => q.eq("webhookId", webhookId).lte("place", to));
}

/** Why an attempt failed; null for a success. */
function failureOf(attempt: Attempt): string | null {
  if ("error" in attempt) return attempt.error;
  const { status } = attempt;
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `the receiver answered ${status}, and redirects are not followed`
    : `the receiver answered ${status}`;
}

/** The pause before the next attempt: 1 s, 2 s, 4 s … up to an hour. */
function pauseMs(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20));
}
