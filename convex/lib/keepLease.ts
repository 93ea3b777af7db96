/** Keeps a lease while an action works. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { LEASE_MS, type Job } from "./lease";

/** Several renewals per lease, so that one may fail. */
const RENEWALS_PER_LEASE = 3;

export function renewEveryMs(job: Job): number {
  return LEASE_MS[job] / RENEWALS_PER_LEASE;
}

/** Renews the run's lease until `stop` is called. `signal` aborts when another run has taken over. */
export function keepLease(ctx: ActionCtx, job: Job, run: number): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const renew = async () => {
    try {
      if (!(await ctx.runMutation(internal.lib.leaseFunctions.renew, { job, run }))) controller.abort();
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      console.warn(`the lease of ${job} was not renewed: ${reason}`);
    }
  };
  const timer = setInterval(() => void renew(), renewEveryMs(job));
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
