/** Functions of webhooks. The action that sends is in deliver.ts. */
import { ConvexError, v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Audit from "../audit/audit";
import * as Idempotency from "../idempotency/idempotency";
import * as Lease from "../leases/lease";
import { figures, page, pushType } from "../lib/validators";
import * as Deliveries from "./deliveries";
import * as Webhooks from "./webhooks";

/**
 * Registers an endpoint.
 * @throws {ConvexError} if there are too many, so that the refusal does not use up the idempotency key
 */
export const add = internalMutation({
  args: {
    url: v.string(),
    secret: v.string(),
    events: v.array(pushType),
    claim: v.optional(Idempotency.claim),
  },
  returns: Idempotency.answered(
    v.object({ _id: v.id("webhooks"), secret: v.string(), createdAt: v.number() }),
  ),
  handler: (ctx, { claim, ...webhook }) =>
    Idempotency.once(ctx, claim, async () => {
      const createdAt = Date.now();
      const _id = await Webhooks.add(ctx, createdAt, webhook);
      if (_id === null) throw new ConvexError(Webhooks.TOO_MANY);
      await Audit.record(ctx, claim, [_id]);
      return { _id, secret: webhook.secret, createdAt };
    }),
});

export const list = internalQuery({
  args: page,
  returns: v.object({ webhooks: v.array(Webhooks.publicWebhook), ...figures }),
  handler: (ctx, args) => Webhooks.list(ctx, args),
});

/** Deletes the endpoint with a caller's id. Returns false if there is none. */
export const remove = internalMutation({
  args: { id: v.string(), claim: v.optional(Idempotency.claim) },
  returns: v.boolean(),
  handler: async (ctx, { id, claim }) => {
    const row = await Webhooks.byId(ctx, id);
    if (row === null) return false;
    await Webhooks.remove(ctx, row);
    await Audit.record(ctx, claim, [id]);
    return true;
  },
});

/** A page of an endpoint's deliveries; null if no endpoint has the caller's id. */
export const deliveries = internalQuery({
  args: { id: v.string(), ...page },
  returns: v.union(v.null(), v.object({ deliveries: v.array(Deliveries.publicDelivery), ...figures })),
  handler: async (ctx, { id, ...page }) => {
    const row = await Webhooks.byId(ctx, id);
    return row && (await Deliveries.list(ctx, row._id, page));
  },
});

/**
 * Starts a run if there is an endpoint and no run is under way. Called for each event, when a retry is due, and by a slow cron.
 * `watched`: a run that may have died, since an action runs at most once. It is watched until it has ended.
 */
export const startRunIfDue = internalMutation({
  args: { watched: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { watched }) => {
    if (!(await Webhooks.all(ctx)).some(({ active }) => active)) return;
    const run = await Lease.acquire(ctx, "webhooks", Date.now());
    if (run !== null) await ctx.scheduler.runAfter(0, internal.webhooks.deliver.run, { run });
    const current = run ?? watched;
    if (current === undefined || !(await Lease.holds(ctx, "webhooks", current))) return;
    const next = { watched: current };
    await ctx.scheduler.runAfter(Lease.LEASE_MS.webhooks, internal.webhooks.functions.startRunIfDue, next);
  },
});

/**
 * What a run sends next: one event for each endpoint that is not `busy`. Null ends the run, because another has taken over or
 * nothing is left. The transaction that finds nothing also releases the lease, so no event is missed between two runs.
 */
export const next = internalMutation({
  args: { run: v.number(), busy: v.array(v.id("webhooks")), stop: v.boolean() },
  returns: v.union(v.null(), v.array(Deliveries.due)),
  handler: async (ctx, { run, busy, stop }) => {
    const now = Date.now();
    if (!(await Lease.renew(ctx, "webhooks", now, run))) return null;
    const free = stop
      ? []
      : (await Webhooks.all(ctx)).filter(({ _id, active }) => active && !busy.includes(_id));
    const found: Deliveries.Due[] = [];
    for (const webhook of free) {
      const due = await Deliveries.next(ctx, now, webhook);
      if (due !== null) found.push(due);
    }
    if (found.length > 0 || busy.length > 0) return found;
    await Lease.release(ctx, "webhooks", run);
    const wakeAt = stop ? now : await Deliveries.nextAttemptAt(ctx, now);
    if (wakeAt !== null) await ctx.scheduler.runAt(wakeAt, internal.webhooks.functions.startRunIfDue, {});
    return null;
  },
});

/** Records an attempt, even of a run that has lost its lease: the message was sent. */
export const record = internalMutation({
  args: { webhookId: v.id("webhooks"), number: v.number(), attempt: Deliveries.attempt },
  returns: v.literal(true),
  handler: async (ctx, { attempt, ...sent }) => {
    await Deliveries.record(ctx, Date.now(), sent, attempt);
    return true as const;
  },
});
