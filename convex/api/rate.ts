/** The envelope's rate limit: one transaction of its own, so that a request that fails later still counts. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";

/** `tick` is POST /tick, `write` every other POST, `read` every GET. */
export type RateClass = "read" | "write" | "tick";

export interface RateVerdict {
  readonly ok: boolean;
  /** Requests a minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Until the next window begins. */
  readonly resetMs: number;
}

/** Counts one request of the caller against its class. */
export async function countRequest(
  ctx: Pick<ActionCtx, "runMutation">,
  rateClass: RateClass,
  limit: number,
  caller: string,
): Promise<RateVerdict> {
  const verdict: Omit<RateVerdict, "limit"> = await ctx.runMutation(internal.lib.rateLimits.take, {
    class: rateClass,
    caller,
    limit,
  });
  return { ...verdict, limit };
}
