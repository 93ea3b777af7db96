/** Functions for idempotency keys: of work in several transactions, and their clean-up. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import * as Idempotency from "./idempotency";

/** Rows per transaction; fewer where answers are long. */
const BATCH = 500;

export const reserve = internalMutation({
  args: { claim: Idempotency.claim },
  returns: Idempotency.reserved,
  handler: (ctx, { claim }) => Idempotency.reserve(ctx, claim, Date.now()),
});

/** Stores the answer of finished work: `response` is its JSON text. */
export const settle = internalMutation({
  args: { claim: Idempotency.claim, response: v.string() },
  returns: v.null(),
  handler: async (ctx, { claim, response }) => {
    await Idempotency.settle(ctx, claim, JSON.parse(response));
    return null;
  },
});

/** Releases the key of failed work. */
export const release = internalMutation({
  args: { claim: Idempotency.claim },
  returns: v.null(),
  handler: async (ctx, { claim }) => {
    await Idempotency.release(ctx, claim);
    return null;
  },
});

/** Gives up the keys that were held when the service started, one batch per transaction. */
export const giveUp = internalMutation({
  args: { startedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { startedAt }) => {
    const more = await Idempotency.giveUp(ctx, BATCH, startedAt);
    if (more) await ctx.scheduler.runAfter(0, internal.lib.idempotencyFunctions.giveUp, { startedAt });
    return null;
  },
});

/** Deletes expired keys, one batch per transaction. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const more = await Idempotency.forget(ctx, Date.now(), BATCH);
    if (more) await ctx.scheduler.runAfter(0, internal.lib.idempotencyFunctions.cleanUp, {});
    return null;
  },
});
