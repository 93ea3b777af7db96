/** The transactions of corrections and erasures. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import { documentById } from "../lib/documentsById";
import * as Idempotency from "../idempotency/idempotency";
import { edit, editedMemory, memoryChanges, restore } from "./edit";
import * as Erase from "./erase";

/**
 * Erases a row. If one transaction is not enough, it schedules the next, so the erasure goes on even if its caller is killed.
 */
export const erase = internalMutation({
  args: {
    kind: literals(...Erase.KINDS),
    id: v.string(),
    version: v.optional(v.number()),
    claim: v.optional(Idempotency.claim),
  },
  returns: Erase.erased,
  handler: async (ctx, { claim, ...args }) => {
    const outcome = await Erase.erase(ctx, { now: Date.now(), settings: currentSettings() }, args);
    if (outcome.kind === "erased") {
      await Audit.record(ctx, claim, [args.id]);
      const { version: _version, ...rest } = args;
      if (!outcome.done) await ctx.scheduler.runAfter(0, internal.corrections.functions.erase, rest);
    }
    return outcome;
  },
});

/**
 * Changes a memory, or restores an earlier version. `id`: as the caller sent it. `version`: change the memory only if this is
 * its version. `waiting`: the text to embed and its document; if null, the claim is settled.
 */
export const change = internalMutation({
  args: {
    id: v.string(),
    version: v.optional(v.number()),
    to: v.union(v.object({ changes: memoryChanges }), v.object({ restored: v.number() })),
    claim: v.optional(Idempotency.claim),
  },
  returns: v.union(
    v.object({ kind: v.literal("unknown") }),
    v.object({ kind: v.literal("outdated"), version: v.number() }),
    v.object({ kind: v.literal("unknown version"), version: v.number() }),
    v.object({
      kind: v.literal("done"),
      memory: editedMemory,
      embedding: v.boolean(),
      waiting: v.union(v.null(), v.object({ documentId: v.id("searchDocuments"), content: v.string() })),
    }),
  ),
  handler: async (ctx, { id, version, to, claim }) => {
    const [now, settings] = [Date.now(), currentSettings()];
    const row = await documentById(ctx, "memories", id);
    if (row === null) return { kind: "unknown" as const };
    if (version !== undefined && version !== row.version)
      return { kind: "outdated" as const, version: row.version };
    const edited =
      "changes" in to
        ? await edit(ctx, now, settings, row, to.changes, { change: "edited", who: claim?.who })
        : await restore(ctx, now, settings, row, { to: to.restored, who: claim?.who });
    if (edited === null) return { kind: "unknown version" as const, version: row.version };
    await Audit.record(ctx, claim, [row._id]);
    const { memory, documentId, embedding } = edited;
    const usable = documentId !== null && (await ProviderHealth.usable(ctx, settings));
    if (usable) await Idempotency.provide(ctx, claim, { ...memory, embedding });
    else await Idempotency.settle(ctx, claim, { ...memory, embedding });
    const { content } = edited;
    return { kind: "done" as const, memory, embedding, waiting: usable ? { documentId, content } : null };
  },
});
