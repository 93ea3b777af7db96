/** The transactions of writing and searching knowledge; the actions that call them are in ingest.ts. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { idfOf } from "../../mind/ranking/idf";
import { internalMutation, internalQuery } from "../_generated/server";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as Vectors from "../embeddings/vectors";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import * as DocumentFrequencies from "../search/documentFrequencies";
import { vectorHits } from "../search/vectorHits";
import * as Knowledge from "./items";
import * as Lists from "./lists";
import * as Passages from "./passages";
import * as KnowledgeSearch from "./search";

/** The number of items, and how many of them have each of the terms, in the order of the terms. */
const frequencies = v.object({ documents: v.number(), frequencies: v.array(v.number()) });

export const documentFrequencies = internalQuery({
  args: { terms: v.array(v.string()) },
  returns: frequencies,
  handler: (ctx, { terms }) => DocumentFrequencies.frequenciesOf(ctx, "knowledge", terms),
});

/**
 * Writes an item with its passages, replacing its earlier version. `documentFrequencies`: of the item's most frequent `terms`, as
 * of a moment ago. Returns in `waitedFor` the passages whose vectors are worth waiting for; without any, the claim is settled.
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
      counted: v.array(v.string()),
      size: v.number(),
    }),
    terms: v.array(v.string()),
    documentFrequencies: frequencies,
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
  handler: async (ctx, { item, terms, documentFrequencies, target, claim }) => {
    const settings = currentSettings();
    const { documents, frequencies } = documentFrequencies;
    const frequencyOf = new Map(terms.map((term, i) => [term, frequencies[i] ?? 0]));
    const idf = idfOf(documents, (term) => frequencyOf.get(term) ?? 0);
    const passages = item.passages.map((passage) => ({
      ...passage,
      terms: passage.terms === "" ? [] : passage.terms.split(" "),
    }));
    const written = await Knowledge.put(ctx, Date.now(), settings, idf, { ...item, passages }, target);
    if (typeof written === "string") return written;
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

/** Writes the vectors of passages. False where the model or the item has changed meanwhile. */
export const saveVectors = internalMutation({
  args: {
    model: v.string(),
    vectors: v.array(v.object({ documentId: v.id("searchDocuments"), vector: v.array(v.float64()) })),
  },
  returns: v.boolean(),
  handler: async (ctx, { model, vectors }) =>
    (await Vectors.put(ctx, currentSettings(), model, vectors)) === vectors.length,
});

/** A page of the items that answer a query. */
export const search = internalQuery({
  args: {
    ...Lists.pageRange,
    query: v.string(),
    threshold: v.number(),
    vectorHits: v.union(v.null(), vectorHits),
  },
  returns: KnowledgeSearch.found,
  handler: (ctx, search) => KnowledgeSearch.search(ctx, search),
});
