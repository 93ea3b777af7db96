/** The steps of embedding that touch the database. The actions that talk to the provider are in embedding.ts. */
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

/** Starts a run where there is work for one and none is under way. By the clock, and when an outage's pause is over. */
export const startRunIfDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await Queue.claim(ctx, Date.now(), currentSettings()))
      await ctx.scheduler.runAfter(0, internal.embeddings.embed.run, {});
    return null;
  },
});

/** The run's next piece of work. */
export const next = internalMutation({
  args: { most: v.number() },
  returns: Queue.task,
  handler: (ctx, { most }) => Queue.next(ctx, Date.now(), currentSettings(), most),
});

/** A run has gone on for long: the rest is another's. */
export const continueRun = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.scheduler.runAfter(0, internal.embeddings.embed.run, {});
    return null;
  },
});

/** Writes vectors of the run, which prove that the provider works. */
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

/** The provider works: it made this vector of a plain text, and these of texts about nothing in common. */
export const noteProbe = internalMutation({
  args: {
    model: v.string(),
    vector: v.array(v.float64()),
    strangers: v.array(v.array(v.float64())),
  },
  returns: v.null(),
  handler: async (ctx, { model, vector, strangers }) => {
    const now = Date.now();
    if (currentSettings().embedding?.model === model)
      await ProviderHealth.noteProbe(ctx, now, vector, strangers);
    await Lease.renew(ctx, "embeddings", now);
    await ProviderHealth.update(ctx, ProviderHealth.HEALTHY);
    return null;
  },
});

/** Writes the vector of a text just stored, and the answer to who stored it. False where the model has changed. */
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
 * The provider failed: it is left alone for a while, then looked after by the job. `byRun`: the run ends with it.
 * `documentIds`: what it failed with, which next time waits for the others.
 */
export const noteFailure = internalMutation({
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
    await Queue.putBehind(ctx, now, documentIds);
    // Requests that were under way together fail together: that is one failure, not many.
    if (!byRun && !(await ProviderHealth.usable(ctx, currentSettings()))) return null;
    const nextAttemptAt = await ProviderHealth.failed(ctx, now, failure);
    if (byRun) await Lease.release(ctx, "embeddings");
    await ctx.scheduler.runAt(nextAttemptAt, internal.embeddings.functions.startRunIfDue, {});
    return null;
  },
});

/** The provider refused this very text. */
export const noteRefusal = internalMutation({
  args: { documentId: v.id("searchDocuments") },
  returns: v.null(),
  handler: async (ctx, { documentId }) => {
    await Queue.refuse(ctx, Date.now(), documentId);
    return null;
  },
});
