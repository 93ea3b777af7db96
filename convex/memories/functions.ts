/** Storing memories. The actions that embed first are in store.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import * as ProviderHealth from "../embeddings/providerHealth";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import { sentiment } from "../lib/validators";
import { semanticNeighbors } from "../search/semanticNeighbors";
import { memoryWithText, isSearchable } from "../search/equalTexts";
import { storeOrMerge } from "./merge";
import * as NewMemory from "./newMemory";
import { memoryInput } from "./newMemory";

/**
 * Stores what somebody tells the agent. `metadata` is JSON text. `usable`: whether a vector may be waited for; without
 * one, this is all there is to do, and the claim is settled.
 */
export const store = internalMutation({
  args: { ...NewMemory.memoryInput.fields, claim: v.optional(Idempotency.claim) },
  returns: v.object({
    memoryId: v.id("memories"),
    documentId: v.id("searchDocuments"),
    sentiment,
    usable: v.boolean(),
  }),
  handler: async (ctx, { claim, ...memory }) => {
    const settings = currentSettings();
    const usable = await ProviderHealth.usable(ctx, settings);
    const written = await NewMemory.createMemory(ctx, Date.now(), settings, { ...memory, author: "world" });
    const { memoryId, sentiment } = written;
    const answer = { memoryId, embedding: false, sentiment };
    if (usable) await Idempotency.provide(ctx, claim, answer);
    else await Idempotency.settle(ctx, claim, answer);
    return { ...written, usable };
  },
});

/** How a memory was stored: as a new one, or into one that says the same. */
const stored = v.union(
  v.object({
    kind: v.literal("new"),
    memoryId: v.id("memories"),
    documentId: v.id("searchDocuments"),
    sentiment,
  }),
  v.object({ kind: v.literal("merged"), memoryId: v.id("memories"), similarity: v.number() }),
);

/** Whether a vector of the text is needed and can be had: equal texts are found without. */
export const wantsVector = internalQuery({
  args: { content: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { content }) =>
    (await ProviderHealth.usable(ctx, currentSettings())) &&
    (await memoryWithText(ctx, content, isSearchable)) === null,
});

/** Stores a memory, or merges it into the one that says the same. `metadata` is JSON text. */
export const storeOnce = internalMutation({
  args: { memory: memoryInput, ...semanticNeighbors.fields, claim: v.optional(Idempotency.claim) },
  returns: Idempotency.answered(stored),
  handler: (ctx, { memory, claim, ...near }) =>
    Idempotency.once(ctx, claim, () =>
      storeOrMerge(ctx, Date.now(), currentSettings(), { ...memory, author: "world" }, near),
    ),
});
