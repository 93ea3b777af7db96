/** What the start of the service does to what an earlier run left. */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../settings";
import * as Consolidation from "./consolidation";
import * as EmbeddingQueue from "./embeddingQueue";
import * as Idempotency from "./idempotency";
import * as LinkingTurn from "./linkingTurn";
import * as Lock from "./lock";
import * as Passing from "./passing";
import * as Thinking from "./thinking";
import * as Ticks from "./ticks";
import * as Vitals from "./vitals";

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
    await ctx.scheduler.runAfter(0, internal.idempotency.giveUp, { startedAt: now });
  await EmbeddingQueue.restart(ctx, now, settings);
  await Consolidation.release(ctx);
  await Thinking.released(ctx);
  await LinkingTurn.released(ctx);
  if (settings.autonomy) await ctx.scheduler.runAfter(0, internal.ticking.alone, { trigger: "start" });
}
