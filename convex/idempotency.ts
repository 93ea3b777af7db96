/** Cleaning up idempotency keys that no longer hold. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation } from "./_generated/server";
import * as Idempotency from "./model/idempotency";

/** Rows a transaction: answers are small, so this stays far below what one may read and write. */
const BATCH = 500;

/** Deletes one batch of expired keys, and goes on in a further transaction while there are more. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const more = await Idempotency.forget(ctx, Date.now(), BATCH);
    if (more) await ctx.scheduler.runAfter(0, internal.idempotency.cleanUp, {});
    return null;
  },
});
