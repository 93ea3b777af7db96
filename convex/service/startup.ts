/** Cleans up after an earlier run of the service. */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as EmbeddingQueue from "../embeddings/queue";
import * as Idempotency from "../idempotency/idempotency";
import * as Lease from "../leases/lease";
import * as Totals from "../lib/totals";
import * as Elapse from "../agent/elapse";
import * as Running from "../tick/running";
import * as Vitals from "../vitals/vitals";

/** Keys given up before the service takes requests. There are hardly ever more; any others follow. */
const MAX_KEYS = 1_000;
/** After a crash the data are verified where this takes seconds: a thousand memories take about three. */
const MAX_VERIFIED = 5_000;

/** Releases leases and keys of the earlier run, records the start, and lets an autonomous agent tick at once. */
export async function started(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  afterCrash: boolean,
): Promise<void> {
  await Running.loseRunning(ctx, now, "the service stopped while it ran");
  // The key or the model may have changed, so earlier outcomes do not count.
  const unknown = { provider: null, providerSuccess: 1, selfStartedAt: 0 };
  await Vitals.update(ctx, now, () => ({ startedAt: now, version: Vitals.VERSION, ...unknown }));
  await Elapse.elapse(ctx, now, settings);
  if (await Idempotency.giveUp(ctx, MAX_KEYS))
    await ctx.scheduler.runAfter(0, internal.idempotency.functions.giveUp, { startedAt: now });
  await EmbeddingQueue.restart(ctx, now, settings);
  for (const job of ["tick", "embeddings", "consolidation", "thoughts", "links", "webhooks"] as const)
    await Lease.release(ctx, job);
  await ctx.scheduler.runAfter(0, internal.webhooks.functions.startRunIfDue, {});
  if (afterCrash && (await Totals.progress(ctx, "memories")).placed <= MAX_VERIFIED)
    await ctx.scheduler.runAfter(0, internal.verification.run.all, { repairs: false });
  if (settings.autonomy)
    await ctx.scheduler.runAfter(0, internal.tick.run.runScheduled, { trigger: "start" });
}
