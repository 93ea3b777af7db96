/** The list of the audit log, and entries of requests that write nothing else. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Idempotency from "../idempotency/idempotency";
import * as Audit from "./audit";
import { figures, range } from "../lib/validators";

export const list = internalQuery({
  args: { ...range, kind: v.optional(v.string()), who: v.optional(v.string()) },
  returns: v.object({ entries: v.array(Audit.publicEntry), ...figures }),
  handler: (ctx, args) => Audit.list(ctx, args),
});

export const record = internalMutation({
  args: { claim: v.optional(Idempotency.claim) },
  returns: v.null(),
  handler: (ctx, { claim }) => Audit.record(ctx, claim, []),
});
