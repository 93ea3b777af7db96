/** Knowledge: writing items, listing and searching them. The actions that split and embed them are in knowing.ts. */
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
import * as Passages from "./passages";
import * as KnowledgeSearch from "./search";

const filter = {
  tag: v.optional(v.string()),
  since: v.optional(v.number()),
  limit: v.number(),
  offset: v.number(),
};

const wording = v.object({ heading: v.string(), columns: v.string(), text: v.string() });

/** How many items hold each of these terms, in their order, and how many items there are. */
export const frequencies = internalQuery({
  args: { terms: v.array(v.string()) },
  returns: v.object({ owners: v.number(), holders: v.array(v.number()) }),
  handler: async (ctx, { terms }) => {
    const { documents, frequencies } = await DocumentFrequencies.frequenciesOf(ctx, "knowledge", terms);
    return { owners: documents, holders: frequencies };
  },
});

/**
 * Writes an item, split into passages, in the place of its earlier version. `frequencies`: how many of `owners` items
 * hold each of its frequent terms, as of a moment ago. `toEmbed`: the passages whose vectors are worth waiting for, by
 * place. Where there is nothing to wait for, the claim is settled.
 */
export const put = internalMutation({
  args: {
    item: Knowledge.itemInput.extend({
      passages: v.array(wording.extend({ start: v.number(), end: v.number(), terms: v.string() })),
      counted: v.array(v.string()),
      size: v.number(),
    }),
    frequencies: v.object({
      owners: v.number(),
      terms: v.array(v.string()),
      holders: v.array(v.number()),
    }),
    claim: v.optional(Idempotency.claim),
  },
  returns: v.object({
    knowledgeId: v.id("knowledge"),
    updated: v.boolean(),
    /** Whether all passages have their vectors. */
    embedding: v.boolean(),
    toEmbed: v.array(v.object({ documentId: v.id("searchDocuments"), place: v.number() })),
  }),
  handler: async (ctx, { item, frequencies, claim }) => {
    const settings = currentSettings();
    const holders = new Map(frequencies.terms.map((term, i) => [term, frequencies.holders[i] ?? 0]));
    const passages = item.passages.map((passage) => ({
      ...passage,
      terms: passage.terms === "" ? [] : passage.terms.split(" "),
    }));
    const written = await Knowledge.put(
      ctx,
      Date.now(),
      settings,
      idfOf(frequencies.owners, (term) => holders.get(term) ?? 0),
      { ...item, passages },
    );
    const model = settings.embedding?.model;
    const texts = model === undefined ? [] : await Passages.textsOf(ctx, written.knowledgeId);
    const unembedded = texts.filter(({ embeddedBy }) => embeddedBy !== model);
    const embedding = model !== undefined && unembedded.length === 0;
    const toEmbed = (await ProviderHealth.usable(ctx, settings)) ? unembedded : [];
    const answer = { ...written, chunks: item.passages.length, embedding };
    if (toEmbed.length === 0) await Idempotency.settle(ctx, claim, answer);
    else await Idempotency.provide(ctx, claim, answer);
    return { ...written, embedding, toEmbed: toEmbed.map(({ _id, place }) => ({ documentId: _id, place })) };
  },
});

/** Writes the vectors of passages just written. False where the model, or meanwhile the item, has changed. */
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
    ...filter,
    query: v.string(),
    threshold: v.number(),
    vectorHits: v.union(v.null(), vectorHits),
  },
  returns: KnowledgeSearch.found,
  handler: (ctx, search) => KnowledgeSearch.search(ctx, search),
});
