/** Embedding's queries and mutations. The actions that call the provider are in embeddings/embed. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Lease from "../lib/lease";
import * as ProviderHealth from "./providerHealth";
import * as Queue from "./queue";
import * as Idempotency from "../lib/idempotency";
import * as Vectors from "./vectors";

const newVector = v.object({ documentId: v.id("searchDocuments"), vector: v.array(v.float64()) });

/** Whether a request may wait for a vector. */
export const usable = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => ProviderHealth.usable(ctx, currentSettings()),
});

/** Starts a run if there is work and no other run. Called by a cron and after an outage's pause. */
export const startRunIfDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await Queue.acquireRun(ctx, Date.now(), currentSettings()))
      await ctx.scheduler.runAfter(0, internal.embeddings.embed.run, {});
    return null;
  },
});

/** The run's next task. */
export const next = internalMutation({
  args: { most: v.number() },
  returns: Queue.task,
  handler: (ctx, { most }) => Queue.nextTask(ctx, Date.now(), currentSettings(), most),
});

/** Hands a long run over to a new action, which keeps the lease. */
export const continueRun = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.scheduler.runAfter(0, internal.embeddings.embed.run, {});
    return null;
  },
});

/** Saves a run's vectors, which also show that the provider works. */
export const saveVectors = internalMutation({
  args: { model: v.string(), vectors: v.array(newVector) },
  returns: v.null(),
  handler: async (ctx, { model, vectors }) => {
    await Vectors.put(ctx, currentSettings(), model, vectors);
    await Lease.renew(ctx, "embeddings", Date.now());
    await ProviderHealth.update(ctx, ProviderHealth.HEALTHY);
    return null;
  },
});

/** Records a run's probe: the vectors of the probe text and of unrelated texts. */
export const recordProbe = internalMutation({
  args: { model: v.string(), vector: v.array(v.float64()), unrelated: v.array(v.array(v.float64())) },
  returns: v.null(),
  handler: async (ctx, { model, vector, unrelated }) => {
    const now = Date.now();
    if (currentSettings().embedding?.model === model)
      await ProviderHealth.recordProbe(ctx, now, vector, unrelated);
    await Lease.renew(ctx, "embeddings", now);
    await ProviderHealth.update(ctx, ProviderHealth.HEALTHY);
    return null;
  },
});

/** Saves the vector of a text just stored, and settles its request's claim. False if the model has changed meanwhile. */
export const saveVector = internalMutation({
  args: {
    model: v.string(),
    ...newVector.fields,
    claim: v.optional(Idempotency.claim),
    // JSON text.
    response: v.string(),
  },
  returns: v.boolean(),
  handler: async (ctx, { model, documentId, vector, claim, response }) => {
    const written = await Vectors.put(ctx, currentSettings(), model, [{ documentId, vector }]);
    if (written > 0) await Idempotency.settle(ctx, claim, JSON.parse(response));
    return written > 0;
  },
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
    if (!byRun && !(await ProviderHealth.usable(ctx, currentSettings()))) return null;
    const nextAttemptAt = await ProviderHealth.recordFailure(ctx, now, failure);
    if (byRun) await Lease.release(ctx, "embeddings");
    await ctx.scheduler.runAt(nextAttemptAt, internal.embeddings.functions.startRunIfDue, {});
    return null;
  },
});

/** Records that the provider refused this text although it takes others. */
export const recordRefusal = internalMutation({
  args: { documentId: v.id("searchDocuments") },
  returns: v.null(),
  handler: async (ctx, { documentId }) => {
    await Queue.recordRefusal(ctx, Date.now(), documentId);
    return null;
  },
});
