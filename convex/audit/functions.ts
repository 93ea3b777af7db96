/** The list of the audit log. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Audit from "./audit";
import { figures, range } from "../lib/validators";

export const list = internalQuery({
  args: { ...range, kind: v.optional(v.string()), who: v.optional(v.string()) },
  returns: v.object({ entries: v.array(Audit.publicEntry), ...figures }),
  handler: (ctx, args) => Audit.list(ctx, args),
});
