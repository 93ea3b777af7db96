/** Writing knowledge. The action that splits and embeds it is in ingest.ts. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../idempotency/idempotency";
import * as Knowledge from "./items";
import * as Passages from "./passages";

/**
 * Writes an item with its passages, replacing its earlier version. Returns in `waitedFor` the passages whose vectors are worth waiting for; without any, the claim is settled.
 */
export const put = internalMutation({
  args: {
    item: Knowledge.itemInput.extend({
      passages: v.array(
        v.object({
          heading: v.string(),
          columns: v.string(),
          text: v.string(),
          start: v.number(),
          end: v.number(),
          /** Joined by spaces. */
          terms: v.string(),
        }),
      ),
      terms: v.array(v.string()),
    }),
    /** The item to change, and its version as it was read. */
    target: v.optional(v.object({ knowledgeId: v.id("knowledge"), version: v.number() })),
    claim: v.optional(Idempotency.claim),
  },
  returns: v.union(
    literals("outdated", "taken"),
    v.object({
      knowledgeId: v.id("knowledge"),
      updated: v.boolean(),
      /** Whether all passages have their vectors. */
      embedding: v.boolean(),
      waitedFor: v.array(v.object({ documentId: v.id("searchDocuments"), place: v.number() })),
    }),
  ),
  handler: async (ctx, { item, target, claim }) => {
    const settings = currentSettings();
    const passages = item.passages.map((passage) => ({
      ...passage,
      terms: passage.terms === "" ? [] : passage.terms.split(" "),
    }));
    const written = await Knowledge.put(ctx, Date.now(), settings, { ...item, passages }, target);
    if (typeof written === "string") return written;
    await Audit.record(ctx, claim, [written.knowledgeId]);
    const model = settings.embedding?.model;
    const rows = model === undefined ? [] : await Passages.documentsOf(ctx, written.knowledgeId);
    const unembedded = rows.filter(({ embeddedBy }) => embeddedBy !== model);
    const embedding = model !== undefined && unembedded.length === 0;
    const waitedFor = (await ProviderHealth.usable(ctx, settings)) ? unembedded : [];
    const answer = { ...written, chunks: item.passages.length, embedding };
    if (waitedFor.length === 0) await Idempotency.settle(ctx, claim, answer);
    else await Idempotency.provide(ctx, claim, answer);
    return {
      ...written,
      embedding,
      waitedFor: waitedFor.map(({ _id, place }) => ({ documentId: _id, place })),
    };
  },
});
