/** Keeps a lease while an action works. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { type ActionCtx, internalMutation } from "../_generated/server";
import { bestEffort } from "../lib/bestEffort";
import * as Lease from "./lease";
import { job } from "../lib/validators";

/** Several renewals per lease, so that one may fail. */
const RENEWALS_PER_LEASE = 3;

export function renewEveryMs(job: Lease.Job): number {
  return Lease.LEASE_MS[job] / RENEWALS_PER_LEASE;
}

/** Renews the run's lease until `stop` is called. `signal` aborts when another run has taken over. */
export function keepLease(
  ctx: ActionCtx,
  job: Lease.Job,
  run: number,
): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const renewNow = async () => {
    const held = await bestEffort(`the lease of ${job} was not renewed`, () =>
      ctx.runMutation(internal.leases.keepLease.renew, { job, run }),
    );
    if (held === false) controller.abort();
  };
  const timer = setInterval(() => void renewNow(), renewEveryMs(job));
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

/** Extends a run's lease. False where another run has taken over or the run has ended. */
export const renew = internalMutation({
  args: { job, run: v.number() },
  returns: v.boolean(),
  handler: (ctx, { job, run }) => Lease.renew(ctx, job, Date.now(), run),
});
