/** Storing memories. The actions that embed first are in store.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import * as ProviderHealth from "../embeddings/providerHealth";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import { memoryType, sentiment } from "../lib/validators";
import { semanticNeighbors } from "../search/semanticNeighbors";
import { memoryWithText, isSearchable } from "../search/equalTexts";
import { edit, restore } from "./edit";
import * as Memories from "./memories";
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

const changes = v.object({
  type: v.optional(memoryType),
  content: v.optional(v.string()),
  importance: v.optional(v.number()),
  confidence: v.optional(v.number()),
  metadata: v.optional(v.string()),
});

/** What an edited memory is now, as callers see it. */
const editedFields = { version: v.number(), importance: v.number(), sentiment };

/**
 * Changes a memory, or takes an earlier version back. `id` and the versions are from outside; `version`: edit only this one.
 * `waiting`: the text and the document that wait for a vector; without them, the claim is settled.
 */
export const change = internalMutation({
  args: {
    id: v.string(),
    version: v.optional(v.number()),
    to: v.union(v.object({ changes }), v.object({ restored: v.number() })),
    claim: v.optional(Idempotency.claim),
  },
  returns: v.union(
    v.object({ kind: v.literal("unknown") }),
    v.object({ kind: v.literal("outdated"), version: v.number() }),
    v.object({ kind: v.literal("unknown version"), version: v.number() }),
    v.object({
      kind: v.literal("done"),
      memory: v.object(editedFields),
      embedding: v.boolean(),
      waiting: v.union(v.null(), v.object({ documentId: v.id("searchDocuments"), content: v.string() })),
    }),
  ),
  handler: async (ctx, { id, version, to, claim }) => {
    const [now, settings] = [Date.now(), currentSettings()];
    const row = await Memories.byId(ctx, id);
    if (row === null) return { kind: "unknown" as const };
    if (version !== undefined && version !== row.version)
      return { kind: "outdated" as const, version: row.version };
    const edited =
      "changes" in to
        ? await edit(ctx, now, settings, row, to.changes, "edited")
        : await restore(ctx, now, settings, row, to.restored);
    if (edited === null) return { kind: "unknown version" as const, version: row.version };
    const { memory, documentId, embedding } = edited;
    const usable = documentId !== null && (await ProviderHealth.usable(ctx, settings));
    if (usable) await Idempotency.provide(ctx, claim, { ...memory, embedding });
    else await Idempotency.settle(ctx, claim, { ...memory, embedding });
    const { content } = edited;
    return { kind: "done" as const, memory, embedding, waiting: usable ? { documentId, content } : null };
  },
});
