/** What the start of the service does to what an earlier run left. */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as EmbeddingQueue from "../embeddings/queue";
import * as Idempotency from "../lib/idempotency";
import * as Lease from "../lib/lease";
import * as Elapse from "../agent/elapse";
import * as Ticks from "../tick/ticks";
import * as Vitals from "../agent/vitals";

/** Keys given up before the service takes requests: more can hardly have been under way. Any others follow. */
const MOST_KEYS = 1_000;

/** Releases a lock and keys left behind, notes the start, and lets an autonomous agent tick at once. */
export async function started(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  await Ticks.loseRunning(ctx, now, "the service stopped while it ran");
  // The key or the model may be another one now: how the last one fared tells nothing of it.
  const unknown = { provider: null, providerSuccess: 1, selfStartedAt: 0 };
  await Vitals.update(ctx, now, () => ({ startedAt: now, version: Vitals.VERSION, ...unknown }));
  await Elapse.elapse(ctx, now, settings);
  if (await Idempotency.giveUp(ctx, MOST_KEYS))
    await ctx.scheduler.runAfter(0, internal.lib.idempotencyFunctions.giveUp, { startedAt: now });
  await EmbeddingQueue.restart(ctx, now, settings);
  // No run is under way any more.
  for (const job of ["tick", "embeddings", "consolidation", "thoughts", "links"] as const)
    await Lease.release(ctx, job);
  if (settings.autonomy)
    await ctx.scheduler.runAfter(0, internal.tick.run.runScheduled, { trigger: "start" });
}
