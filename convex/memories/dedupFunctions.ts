/** Storing without duplicates. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { equalTo, tellsSomething } from "../search/equalTexts";
import * as Embedder from "../embeddings/providerHealth";
import * as Idempotency from "../lib/idempotency";
import { told } from "./newMemory";
import { storeOrMerge } from "./merge";
import { found } from "../search/nearness";
import { sentiment } from "../lib/validators";

/** How a memory was stored: as a new one, or into one that says the same. */
const stored = v.union(
  v.object({
    kind: v.literal("new"),
    memoryId: v.id("memories"),
    textId: v.id("texts"),
    sentiment,
  }),
  v.object({ kind: v.literal("merged"), memoryId: v.id("memories"), similarity: v.number() }),
);

/** Whether a vector of the text is needed and can be had: equal texts are found without. */
export const wantsVector = internalQuery({
  args: { content: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { content }) =>
    (await Embedder.usable(ctx, currentSettings())) && (await equalTo(ctx, content, tellsSomething)) === null,
});

/** Stores a memory, or merges it into the one that says the same. `metadata` is JSON text. */
export const store = internalMutation({
  args: { memory: told, ...found.fields, claim: v.optional(Idempotency.claim) },
  returns: Idempotency.answered(stored),
  handler: (ctx, { memory, claim, ...near }) =>
    Idempotency.once(ctx, claim, () =>
      storeOrMerge(ctx, Date.now(), currentSettings(), { ...memory, author: "world" }, near),
    ),
});
