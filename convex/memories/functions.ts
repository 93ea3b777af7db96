/** Storing memories. The actions that embed first are in store.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../idempotency/idempotency";
import { memoryWithText, isSearchable } from "./equalTexts";
import { semanticNeighbors } from "../search/semanticNeighbors";
import { storedOrMerged, storeOrMerge } from "./merge";
import * as NewMemory from "./newMemory";

/** Stores a memory. `usable`: whether it is worth waiting for a vector. If not, the claim is settled. */
export const store = internalMutation({
  args: NewMemory.memoryInput.extend({ claim: v.optional(Idempotency.claim) }),
  returns: NewMemory.createdMemory.extend({ usable: v.boolean() }),
  handler: async (ctx, { claim, ...memory }) => {
    const settings = currentSettings();
    const usable = await ProviderHealth.usable(ctx, settings);
    const created = await NewMemory.createMemory(ctx, Date.now(), settings, { ...memory, author: "world" });
    const { memoryId, sentiment } = created;
    await Audit.record(ctx, claim, [memoryId]);
    const answer = { memoryId, embedding: false, sentiment };
    if (usable) await Idempotency.provide(ctx, claim, answer);
    else await Idempotency.settle(ctx, claim, answer);
    return { ...created, usable };
  },
});

/** Whether to embed the text before storing it: not without a working provider, nor if an equal text is stored already. */
export const wantsVector = internalQuery({
  args: { scope: v.string(), content: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { scope, content }) =>
    (await ProviderHealth.usable(ctx, currentSettings())) &&
    (await memoryWithText(ctx, content, scope, isSearchable)) === null,
});

/** Stores a memory, or merges it into its duplicate. */
export const storeOnce = internalMutation({
  args: {
    memory: NewMemory.memoryInput,
    ...semanticNeighbors.fields,
    claim: v.optional(Idempotency.claim),
  },
  returns: Idempotency.answered(storedOrMerged),
  handler: (ctx, { memory, claim, ...near }) =>
    Idempotency.once(ctx, claim, async () => {
      const input = { ...memory, author: "world" as const, who: claim?.who };
      const stored = await storeOrMerge(ctx, Date.now(), currentSettings(), input, near);
      await Audit.record(ctx, claim, [stored.memoryId]);
      return stored;
    }),
});
