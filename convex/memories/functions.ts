/** Memories: storing, and auditing their figures. The action that stores one with its vector is in storing.ts. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Embedder from "../embeddings/providerHealth";
import * as Idempotency from "../lib/idempotency";
import * as NewMemory from "./newMemory";
import * as Audit from "./audit";
import { sentiment } from "../lib/validators";

/**
 * Stores what somebody tells the agent. `metadata` is JSON text. `usable`: whether a vector may be waited for; without
 * one, this is all there is to do, and the claim is settled.
 */
export const store = internalMutation({
  args: { ...NewMemory.told.fields, claim: v.optional(Idempotency.claim) },
  returns: v.object({
    memoryId: v.id("memories"),
    textId: v.id("texts"),
    sentiment,
    usable: v.boolean(),
  }),
  handler: async (ctx, { claim, ...memory }) => {
    const settings = currentSettings();
    const usable = await Embedder.usable(ctx, settings);
    const written = await NewMemory.add(ctx, Date.now(), settings, { ...memory, author: "world" });
    const { memoryId, sentiment } = written;
    const answer = { memoryId, embedding: false, sentiment };
    if (usable) await Idempotency.provide(ctx, claim, answer);
    else await Idempotency.settle(ctx, claim, answer);
    return { ...written, usable };
  },
});

/**
 * Counts everything that the figures count, a few rows a transaction, and mends the figures that are wrong. By the
 * clock; an operator may start it without arguments at any time.
 */
export const audit = internalMutation({
  args: { progress: v.optional(Audit.progress) },
  returns: v.null(),
  handler: async (ctx, { progress }) => {
    const audited = await Audit.audit(ctx, progress);
    if (audited.kind === "counting")
      await ctx.scheduler.runAfter(0, internal.memories.functions.audit, { progress: audited.progress });
    else if (audited.mended.length > 0)
      console.warn(`figures of the memory were wrong and are mended: ${audited.mended.join(", ")}`);
    return null;
  },
});
