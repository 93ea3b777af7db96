/** Queries of ticks. They stand apart from the mutations, so that they load few modules. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { tickOutcome, trigger } from "../lib/validators";
import * as Receipts from "./receipts";

/** A page of ticks, newest first. */
export const list = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    trigger: v.optional(trigger),
    outcome: v.optional(tickOutcome),
    since: v.optional(v.number()),
    until: v.optional(v.number()),
  },
  returns: v.object({ ticks: v.array(Receipts.publicTick), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, args) => Receipts.list(ctx, args),
});

/** The receipt of a tick; null for an unknown id. */
export const receipt = internalQuery({
  args: { id: v.string() },
  returns: v.union(v.null(), Receipts.publicReceipt),
  handler: (ctx, { id }) => Receipts.byId(ctx, id),
});
