/** Idempotency keys of work that takes several transactions, and cleaning up those that no longer hold. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import * as Idempotency from "./idempotency";

/** Rows a transaction, fewer where answers are long. */
const BATCH = 500;

/** Takes a key for work that takes several transactions. */
export const reserve = internalMutation({
  args: { claim: Idempotency.claim },
  returns: Idempotency.reserved,
  handler: (ctx, { claim }) => Idempotency.reserve(ctx, claim, Date.now()),
});

/** The work is done; `response` is its answer's JSON text. */
export const settle = internalMutation({
  args: { claim: Idempotency.claim, response: v.string() },
  returns: v.null(),
  handler: async (ctx, { claim, response }) => {
    await Idempotency.settle(ctx, claim, JSON.parse(response));
    return null;
  },
});

/** The work failed: its key is free again. */
export const release = internalMutation({
  args: { claim: Idempotency.claim },
  returns: v.null(),
  handler: async (ctx, { claim }) => {
    await Idempotency.release(ctx, claim);
    return null;
  },
});

/** Gives up one batch of the keys that were held when the service started, and goes on while there are more. */
export const giveUp = internalMutation({
  args: { startedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { startedAt }) => {
    const more = await Idempotency.giveUp(ctx, BATCH, startedAt);
    if (more) await ctx.scheduler.runAfter(0, internal.lib.idempotencyFunctions.giveUp, { startedAt });
    return null;
  },
});

/** Deletes one batch of expired keys, and goes on in a further transaction while there are more. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const more = await Idempotency.forget(ctx, Date.now(), BATCH);
    if (more) await ctx.scheduler.runAfter(0, internal.lib.idempotencyFunctions.cleanUp, {});
    return null;
  },
});
