/** Keeping and finding knowledge: an item is split, written in one step, embedded; a query finds its best passages. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { embedAllNow } from "../embeddings/embed";
import { findablePassages, findableText, frequentTerms } from "../../mind/knowledge/passages";
import type { Claimed } from "../lib/idempotency";
import { sizeOf, type ItemInput } from "./items";
import type { Found } from "./search";
import { MAX_VECTOR_HITS } from "./passageSearch";
import type { QueryHits } from "../search/vectorHits";
import { bestEffort } from "../lib/bestEffort";
import { hitsNear, vectorHitsFor } from "../memories/searchMemories";

export interface Ingested {
  readonly knowledgeId: Id<"knowledge">;
  /** Passages that it is found by. */
  readonly chunks: number;
  /** Whether all of them have their vectors already; these will come by themselves where a provider is configured. */
  readonly embedding: boolean;
  /** Whether it took the place of an earlier version. */
  readonly updated: boolean;
}

/** Terms counted of an item, the most frequent: its subject is among them. */
const MAX_COUNTED = 256;
/** Terms whose document frequencies weigh a passage, the most frequent of its item; any other counts as new. */
const MAX_WEIGHED = 1_000;
/** UTF-16 units of passages that a request waits for: as much as of the longest memory. */
const MAX_LENGTH_TO_AWAIT = 8_000;

/** Keeps an item. Waits for the vectors of a short one for about two seconds, and not at all while the provider fails. */
export async function ingestKnowledge(ctx: ActionCtx, told: ItemInput, claimed: Claimed): Promise<Ingested> {
  const { title, content } = told;
  const passages = findablePassages(title, content);
  const terms = frequentTerms(passages, MAX_WEIGHED);
  const frequencies = await ctx.runQuery(internal.knowledge.functions.frequencies, { terms });
  const { knowledgeId, updated, toEmbed, ...put } = await ctx.runMutation(internal.knowledge.functions.put, {
    item: {
      ...told,
      passages: passages.map((passage) => ({ ...passage, terms: passage.terms.join(" ") })),
      counted: terms.slice(0, MAX_COUNTED),
      size: sizeOf(told),
    },
    frequencies: { terms, ...frequencies },
    ...claimed,
  });
  const texts = toEmbed.flatMap(({ place }) => passages[place] ?? []).map((one) => findableText(title, one));
  const documentIds = toEmbed.map(({ documentId }) => documentId);
  const embedding = put.embedding || (documentIds.length > 0 && (await embedNow(ctx, documentIds, texts)));
  return { knowledgeId, chunks: passages.length, embedding, updated };
}

/** Whether these passages have their vectors now. */
async function embedNow(
  ctx: ActionCtx,
  documentIds: readonly Id<"searchDocuments">[],
  texts: readonly string[],
): Promise<boolean> {
  const model = currentSettings().embedding?.model;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (model === undefined || length > MAX_LENGTH_TO_AWAIT) return false;
  const found = await embedAllNow(ctx, texts, { usable: true });
  if (found === null) return false;
  const vectors = documentIds.flatMap((documentId, i) => {
    const vector = found[i];
    return vector === undefined ? [] : [{ documentId, vector }];
  });
  // The item is kept already: what fails from here on, the job does again.
  const kept = await bestEffort("vectors of knowledge were not kept", () =>
    ctx.runMutation(internal.knowledge.functions.saveVectors, { model, vectors }),
  );
  return kept ?? false;
}

export interface KnowledgeQuery {
  readonly query: string;
  readonly tag?: string | undefined;
  /** Only changed later than this, in ms since the epoch. */
  readonly since?: number | undefined;
  /** Least similarity, inclusive. */
  readonly threshold: number;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the items that answer a query. */
export async function searchKnowledge(ctx: ActionCtx, search: KnowledgeQuery): Promise<Found> {
  const { query } = search;
  const vectorHits = await vectorHitsFor(ctx, { space: "knowledge", query, most: MAX_VECTOR_HITS });
  return await ctx.runQuery(internal.knowledge.functions.search, { ...search, vectorHits });
}

/** The memories and passages near each of the cues; each is embedded once. */
export async function hitsForQueries(ctx: ActionCtx, cues: readonly string[]): Promise<QueryHits[]> {
  return await Promise.all(
    cues.map(async (cue) => {
      const memory = await vectorHitsFor(ctx, { space: "memory", query: cue });
      const knowledge = memory && (await hitsNear(ctx, memory, { space: "knowledge" }, MAX_VECTOR_HITS));
      return { cue, memory, knowledge };
    }),
  );
}
