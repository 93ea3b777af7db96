/** Functions for actions that hold leases. */
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import * as Lease from "./lease";
import { job } from "./validators";

/** Extends a run's lease. False where another run has taken over or the run has ended. */
export const renew = internalMutation({
  args: { job, run: v.number() },
  returns: v.boolean(),
  handler: (ctx, { job, run }) => Lease.renew(ctx, job, Date.now(), run),
});
