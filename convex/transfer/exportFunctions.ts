/** The transactions of exports. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Audit from "../audit/audit";
import * as Idempotency from "../idempotency/idempotency";
import * as Exports from "./exports";

const from = Exports.position;

export const open = internalMutation({
  args: { vectors: v.boolean(), name: v.string(), claim: v.optional(Idempotency.claim) },
  returns: Exports.position,
  handler: async (ctx, { claim, ...args }) => {
    await Audit.record(ctx, claim, []);
    return await Exports.open(ctx, Date.now(), args);
  },
});

/** A query, so that it never conflicts with writes. */
export const pass = internalQuery({
  args: { from },
  returns: v.union(v.null(), Exports.page),
  handler: (ctx, { from }) => Exports.pass(ctx, from),
});

export const keepOpen = internalMutation({
  args: { from },
  returns: v.boolean(),
  handler: (ctx, { from }) => Exports.keepOpen(ctx, Date.now(), from),
});

export const catchUp = internalMutation({
  args: { from },
  returns: v.union(v.null(), Exports.page),
  handler: (ctx, { from }) => Exports.catchUp(ctx, Date.now(), from),
});
