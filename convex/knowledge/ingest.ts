/** Ingests knowledge (split, write in one transaction, embed) and searches it. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { findablePassages, findableText, frequentTerms } from "../../mind/knowledge/passages";
import { embedAllNow } from "../embeddings/embed";
import { bestEffort } from "../lib/bestEffort";
import { currentSettings } from "../lib/currentSettings";
import { withoutKey, type Claimed } from "../idempotency/idempotency";
import { vectorHitsFor } from "../search/vectorSearch";
import { MAX_TERMS, type ItemInput, type Target } from "./items";
import type { Found, KnowledgeSearch } from "./search";

export const ingested = v.object({
  knowledgeId: v.id("knowledge"),
  /** The number of its passages. */
  chunks: v.number(),
  /** Whether all of them have vectors already. With a provider, missing ones are added in the background. */
  embedding: v.boolean(),
  /** Whether it replaced an earlier version. */
  updated: v.boolean(),
});
type Ingested = Infer<typeof ingested>;

/** UTF-16 units of passages whose vectors a request waits for: as for the longest memory. */
const MAX_LENGTH_TO_AWAIT = 8_000;

/** Writes an item. Waits about two seconds for the vectors of a short one, and not at all while the provider fails. */
export async function ingestKnowledge(ctx: ActionCtx, item: ItemInput, claimed: Claimed): Promise<Ingested> {
  const outcome = await ingest(ctx, item, claimed);
  if (typeof outcome === "string") throw new Error("an item without a target was refused");
  return outcome;
}

/** As `ingestKnowledge`, for a `target` that is to be changed. */
async function ingest(
  ctx: ActionCtx,
  item: ItemInput,
  claimed: Claimed,
  target?: Target,
): Promise<Ingested | "outdated" | "taken"> {
  const { title, content } = item;
  const passages = findablePassages(title, content);
  const written = await ctx.runMutation(internal.knowledge.functions.put, {
    item: {
      ...item,
      passages: passages.map((passage) => ({ ...passage, terms: passage.terms.join(" ") })),
      terms: frequentTerms(passages, MAX_TERMS),
    },
    target,
    ...claimed,
  });
  if (typeof written === "string") return written;
  const { knowledgeId, updated, waitedFor, ...put } = written;
  const texts = waitedFor
    .flatMap(({ place }) => passages[place] ?? [])
    .map((one) => findableText(title, one));
  const documentIds = waitedFor.map(({ documentId }) => documentId);
  const embedding =
    put.embedding || (documentIds.length > 0 && (await embedPassages(ctx, documentIds, texts)));
  return { knowledgeId, chunks: passages.length, embedding, updated };
}

/** Fields of an item to change; `metadata` as JSON text. */
export type KnowledgeChanges = Partial<ItemInput>;

export type KnowledgeChanged =
  | { readonly kind: "done"; readonly chunks: number; readonly embedding: boolean; readonly version: number }
  | { readonly kind: "unknown" | "taken" }
  | { readonly kind: "outdated"; /** The current one. */ readonly version: number };

/** Changes an item by its id from outside; `version`: only this one. A change at the same moment is taken into account. */
export async function changeKnowledge(
  ctx: ActionCtx,
  { id, version, changes }: { id: string; version: number | undefined; changes: KnowledgeChanges },
  claimed: Claimed,
): Promise<KnowledgeChanged> {
  for (;;) {
    const known = await ctx.runQuery(internal.knowledge.queries.byId, { id });
    if (known === null) return { kind: "unknown" };
    if (version !== undefined && version !== known.version)
      return { kind: "outdated", version: known.version };
    const { _id: knowledgeId, createdAt: _created, updatedAt: _updated, version: read, ...item } = known;
    const target = { knowledgeId, version: read };
    const outcome = await ingest(ctx, { ...item, ...changes }, withoutKey(claimed), target);
    if (outcome === "taken") return { kind: "taken" };
    if (outcome === "outdated") continue;
    const changed = await ctx.runQuery(internal.knowledge.queries.byId, { id });
    const { chunks, embedding } = outcome;
    return { kind: "done", chunks, embedding, version: changed?.version ?? read + 1 };
  }
}

/** Embeds passages while the request waits. Whether they all have vectors now. */
async function embedPassages(
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
  // The item is saved already, and the background job retries whatever fails here.
  const saved = await bestEffort("could not save the vectors of knowledge", () =>
    ctx.runMutation(internal.embeddings.functions.saveNow, { model, vectors }),
  );
  return saved ?? false;
}

/** One page of the items that answer a query. */
export async function searchKnowledge(ctx: ActionCtx, search: KnowledgeSearch): Promise<Found> {
  const { query, scope } = search;
  const scopes = scope === undefined ? undefined : [scope];
  const vectorHits = await vectorHitsFor(ctx, { space: "knowledge", scopes, query });
  return await ctx.runQuery(internal.knowledge.search.search, { ...search, vectorHits });
}
