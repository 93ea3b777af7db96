/** Functions of the audit log: its list and its clean-up. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Audit from "./audit";
import * as Retention from "./retention";
import { figures, range } from "./validators";

/** Entries per transaction. */
const BATCH = 500;

export const list = internalQuery({
  args: { ...range, kind: v.optional(v.string()), who: v.optional(v.string()) },
  returns: v.object({ entries: v.array(Audit.publicEntry), ...figures }),
  handler: (ctx, args) => Audit.list(ctx, args),
});

/** Deletes what is no longer kept, one batch per transaction. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const more = await Audit.deleteExpired(ctx, await Retention.now(ctx, Date.now()), BATCH);
    if (more) await ctx.scheduler.runAfter(0, internal.lib.auditFunctions.cleanUp, {});
  },
});
