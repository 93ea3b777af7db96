/** What the start of the service does to what an earlier run left. */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as Consolidation from "../consolidation/schedule";
import * as EmbeddingQueue from "../embeddings/queue";
import * as Idempotency from "../lib/idempotency";
import * as LinkingTurn from "../memories/linkSchedule";
import * as Lock from "../tick/lock";
import * as Passing from "../agent/elapse";
import * as Thinking from "../thoughts/schedule";
import * as Ticks from "../tick/ticks";
import * as Vitals from "../agent/vitals";

/** Keys given up before the service takes requests: more can hardly have been under way. Any others follow. */
const MOST_KEYS = 1_000;

/** Releases a lock and keys left behind, notes the start, and lets an autonomous agent tick at once. */
export async function started(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  const { owner } = await Lock.read(ctx);
  if (owner !== null) await Ticks.lose(ctx, owner, now, "the service stopped while it ran");
  await Lock.write(ctx, { owner: null, selfStartedAt: 0 });
  // The key or the model may be another one now: how the last one fared tells nothing of it.
  const unknown = { provider: null, providerSuccess: 1 };
  await Vitals.update(ctx, now, () => ({ startedAt: now, version: Vitals.VERSION, ...unknown }));
  await Passing.pass(ctx, now, settings);
  if (await Idempotency.giveUp(ctx, MOST_KEYS))
    await ctx.scheduler.runAfter(0, internal.lib.idempotencyFunctions.giveUp, { startedAt: now });
  await EmbeddingQueue.restart(ctx, now, settings);
  await Consolidation.release(ctx);
  await Thinking.released(ctx);
  await LinkingTurn.released(ctx);
  if (settings.autonomy) await ctx.scheduler.runAfter(0, internal.tick.run.alone, { trigger: "start" });
}
