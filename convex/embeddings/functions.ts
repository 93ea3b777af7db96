/** Embedding's queries and mutations. The actions that call the provider are in embed.ts and batches.ts. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery, type MutationCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Lease from "../leases/lease";
import * as ProviderHealth from "./providerHealth";
import * as Queue from "./queue";
import { writeQueueEntry } from "./rows";
import * as Vectors from "./vectors";

const newVectors = {
  model: v.string(),
  width: v.optional(v.number()),
  vectors: v.array(v.object({ documentId: v.id("searchDocuments"), vector: v.array(v.float64()) })),
};

/** A text that the provider refuses by itself is tried again after 2, 4, 8 … minutes, up to `Queue.MAX_REFUSAL_MS`. */
const FIRST_REFUSAL_MS = 60_000;

/** Whether a request may wait for a vector. */
export const usable = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => ProviderHealth.usable(ctx, currentSettings()),
});

/** Whether vectors of this width can be compared with those that are stored. If not, all texts are embedded again. */
export const acceptsWidth = internalMutation({
  args: { width: v.number() },
  returns: v.boolean(),
  handler: (ctx, { width }) => ProviderHealth.acceptsWidth(ctx, Date.now(), width),
});

/**
 * Starts a run if there is work and no other run, and schedules itself for as long as anything waits. Called where something
 * begins to wait; a slow cron starts again what was lost.
 */
export const startRunIfDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const [now, settings] = [Date.now(), currentSettings()];
    if (await Queue.acquireRun(ctx, now, settings))
      await ctx.scheduler.runAfter(0, internal.embeddings.batches.run, {});
    const next = await Queue.nextLook(ctx, now, settings);
    if (next !== null) await ProviderHealth.wake(ctx, now, next);
  },
});

/** Saves a run's vectors, which also show that the provider works. */
export const saveVectors = internalMutation({
  args: newVectors,
  returns: v.null(),
  handler: async (ctx, { model, width, vectors }) => {
    if (await ProviderHealth.acceptsWidth(ctx, Date.now(), width))
      await Vectors.put(ctx, currentSettings(), model, vectors);
    await recordSuccess(ctx);
  },
});

/** Records a run's probe: the vectors of the probe text and of unrelated texts. */
export const recordProbe = internalMutation({
  args: {
    model: v.string(),
    width: v.optional(v.number()),
    vector: v.array(v.float64()),
    unrelated: v.array(v.array(v.float64())),
    questions: v.array(v.array(v.float64())),
  },
  returns: v.null(),
  handler: async (ctx, { model, width, vector, unrelated, questions }) => {
    const isCurrent = currentSettings().embedding?.model === model;
    if (isCurrent && (await ProviderHealth.acceptsWidth(ctx, Date.now(), width)))
      await ProviderHealth.recordProbe(ctx, Date.now(), vector, unrelated, questions);
    await recordSuccess(ctx);
  },
});

async function recordSuccess(ctx: MutationCtx): Promise<void> {
  await Lease.renew(ctx, "embeddings", Date.now());
  await ProviderHealth.update(ctx, ProviderHealth.HEALTHY);
}

/** Saves vectors of what a request has just stored. False where the model or a text has changed meanwhile. */
export const saveNow = internalMutation({
  args: newVectors,
  returns: v.boolean(),
  handler: async (ctx, { model, vectors }) =>
    (await Vectors.put(ctx, currentSettings(), model, vectors)) === vectors.length,
});

/**
 * Records a failure of the provider: nobody asks it until the pause is over, then the job does. `byRun`: a run failed, and
 * ends. `documentIds`: the failed batch, which moves to the back of the queue.
 */
export const recordFailure = internalMutation({
  args: {
    reason: v.string(),
    // For the log alone.
    said: v.string(),
    retryAfterMs: v.union(v.null(), v.number()),
    byRun: v.boolean(),
    documentIds: v.array(v.id("searchDocuments")),
  },
  returns: v.null(),
  handler: async (ctx, { byRun, documentIds, ...failure }) => {
    const now = Date.now();
    await Queue.moveToBack(ctx, now, documentIds);
    // Concurrent requests fail together: that is one failure, not many.
    if (!byRun && !(await ProviderHealth.usable(ctx, currentSettings()))) return;
    const nextAttemptAt = await ProviderHealth.recordFailure(ctx, now, failure);
    if (byRun) await Lease.release(ctx, "embeddings");
    await ProviderHealth.wake(ctx, now, nextAttemptAt);
  },
});

/** Delays a text that the provider refused although it takes others: longer each time, but never for good. */
export const recordRefusal = internalMutation({
  args: { documentId: v.id("searchDocuments") },
  returns: v.null(),
  handler: async (ctx, { documentId }) => {
    const row = await Vectors.queueEntryOf(ctx, documentId);
    if (row === null) return;
    const refusals = row.refusals + 1;
    const pause = Math.min(Queue.MAX_REFUSAL_MS, FIRST_REFUSAL_MS * 2 ** Math.min(refusals, 10));
    await writeQueueEntry(ctx, row, { ...row, refusals, dueAt: Date.now() + pause });
  },
});
