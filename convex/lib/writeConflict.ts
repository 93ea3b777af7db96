/** Mutations that fail because others wrote what they had read. On Convex transactions run side by side; the host runs them in turn. */
import type { ActionCtx } from "../_generated/server";

// The platform reports a conflict only in the error's text: as a code or as a sentence.
const CONFLICT = /OptimisticConcurrencyControlFailure|changed while this mutation was being run/;

/** Whether a mutation failed because others wrote what it had read, and the platform's retries failed too. */
export function isWriteConflict(thrown: unknown): boolean {
  return thrown instanceof Error && CONFLICT.test(`${thrown.name} ${thrown.message}`);
}

/** For so many milliseconds a request tries its mutation again: they would pass one after the other. */
const PATIENCE_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 250;

/** Milliseconds before a mutation is tried again that has conflicted `times` times; null where that takes too long. `random`: 0 to 1. */
export function pauseBeforeRetry(times: number, waitedMs: number, random: number): number | null {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1)) * (0.5 + random);
  return waitedMs + pauseMs > PATIENCE_MS ? null : pauseMs;
}

/** The context of an action whose mutations are tried again after a conflict, in which they wrote nothing. */
export function patient(ctx: ActionCtx): ActionCtx {
  const runMutation: ActionCtx["runMutation"] = async (mutation, ...args) => {
    const startedAt = Date.now();
    for (let conflicts = 1; ; conflicts++)
      try {
        return await ctx.runMutation(mutation, ...args);
      } catch (thrown) {
        const pauseMs = pauseBeforeRetry(conflicts, Date.now() - startedAt, Math.random());
        if (!isWriteConflict(thrown) || pauseMs === null) throw thrown;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
  };
  return { ...ctx, runMutation };
}
